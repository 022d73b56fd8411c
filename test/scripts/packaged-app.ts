import { startAzureHost } from '../support/functions-host/azure-host.ts';

// The entry of an unpacked package in the platform's worker, in a separate process, whose settings are its
// environment.
const [entry = ''] = process.argv.slice(2);
const { origin, functions, terminate } = await startAzureHost({ register: () => import(entry) });
process.send?.({ origin, functions });
process.on('message', (message) => {
  if (message === 'reject') void Promise.reject(new Error('left alone'));
  else if (message === 'throw') {
    setImmediate(() => {
      throw new Error('thrown alone');
    });
  } else if (message === 'terminate') void terminate().then(() => process.exit(0));
});
