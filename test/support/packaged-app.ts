import { startAzureHost } from './azure-host.ts';

// The entry of an unpacked package in the platform's worker, in a process of its own, whose settings are its environment.
const [entry = ''] = process.argv.slice(2);
const { origin, functions, places } = await startAzureHost({ register: () => import(entry) });
process.send?.({ origin, functions, places });
// Any message lets a promise fail that nobody waits for.
process.on('message', () => void Promise.reject(new Error('left alone')));
