// Runs a built entry point like the Functions host, in a separate process: `node scripts/functions-host.ts
// <entry> <port>`.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startAzureHost } from '../test/support/functions-host/azure-host.ts';

const [entry = '', port = '0', ...allowedOrigins] = process.argv.slice(2);
const { origin } = await startAzureHost({
  register: () => import(pathToFileURL(resolve(entry)).href),
  port: Number(port),
  ...(allowedOrigins.length > 0 && { allowedOrigins }),
});
console.log(origin);
