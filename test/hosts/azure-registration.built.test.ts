import { afterEach, expect, test } from 'vitest';
import { addressesOf } from '../../src/hosts/addresses.ts';
import { register } from '../../src/hosts/azure/host.ts';
import { startAzureHost, type AzureHost } from '../support/functions-host/azure-host.ts';

let host: AzureHost | undefined;
afterEach(async () => {
  await host?.close();
  host = undefined;
});

test('each address is registered as one function with the methods of its endpoints', async () => {
  const broken = () => Promise.reject(new Error('broken on purpose'));
  const addresses = addressesOf([
    { method: 'GET', route: '/', gate: 'anonymous' },
    { method: 'POST', route: 'files', gate: 'visitor' },
    { method: 'GET', route: 'files', gate: 'visitor' },
  ]);
  host = await startAzureHost({ register: () => register(addresses, broken) });
  expect(host.functions.map(({ name, bindings }) => [name, ...Object.values(bindings)])).toMatchObject([
    ['files', { route: 'api/files', methods: ['POST', 'GET', 'HEAD', 'OPTIONS'] }, {}],
    ['home', { route: '/', methods: ['GET', 'HEAD'] }, {}],
  ]);
});
