// Runs a built entry point like the Functions host, in a separate process: `node scripts/functions-host.ts
// <entry> <port>`. Simulated callers on this machine may name their address in X-Forwarded-For.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startAzureHost } from '../test/support/functions-host/azure-host.ts';

const [entry = '', port = '0', ...allowedOrigins] = process.argv.slice(2);
const { origin } = await startAzureHost({
  register: () => import(pathToFileURL(resolve(entry)).href),
  port: Number(port),
  takesCallersAddress: true,
  ...(allowedOrigins.length > 0 && { allowedOrigins }),
});
console.log(origin);
