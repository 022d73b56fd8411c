import { app, type HttpMethod } from '@azure/functions';
import { afterEach, expect, test } from 'vitest';
import { addressesOf } from '../../src/hosts/addresses.ts';
import { register } from '../../src/hosts/azure/host.ts';
import { startAzureHost, type AzureHost } from '../support/functions-host/azure-host.ts';

let host: AzureHost | undefined;
afterEach(async () => {
  await host?.close();
  host = undefined;
});

/** Starts a host with functions that are given as a name, the route and the methods. */
async function start(...functions: (readonly [name: string, route: string, ...methods: HttpMethod[]])[]) {
  host = await startAzureHost({
    register() {
      app.setup({ enableHttpStream: true });
      for (const [name, route, ...methods] of functions) {
        app.http(name, { methods, route, authLevel: 'anonymous', handler: () => ({ body: name }) });
      }
    },
  });
}

test('the worker refuses an app with two functions of the same name', async () => {
  await expect(start(['chat', 'a', 'GET'], ['chat', 'b', 'GET'])).rejects.toThrow('already been registered');
});

test('the host refuses a function that shares its route and a method with another', async () => {
  const conflict = start(['begin', 'files', 'POST', 'OPTIONS'], ['list', 'Files', 'GET', 'OPTIONS']);
  await expect(conflict).rejects.toThrow('The route of list conflicts with that of begin.');
});

test('functions with the same route and different methods are both served', async () => {
  await start(['begin', 'files', 'POST'], ['list', 'files', 'GET']);
  expect(await (await fetch(`${host?.origin}/files`)).text()).toBe('list');
  expect(await (await fetch(`${host?.origin}/files`, { method: 'POST' })).text()).toBe('begin');
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

test('a newer host answers HEAD for each GET, and answers 405 if a route has neither', async () => {
  await start(['read', 'files/{id}', 'GET'], ['send', 'files/new', 'POST', 'PUT']);
  const head = (path: string) => fetch(`${host?.origin}/${path}`, { method: 'HEAD' });
  // The function of the literal comes later, so the parameter takes its place.
  expect([(await head('files/7')).status, (await head('files/new')).status]).toEqual([200, 200]);
  await host?.close();
  await start(['later', 'files/{id}', 'GET'], ['earlier', 'files/new', 'POST', 'PUT']);
  const refused = await head('files/new');
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'POST, PUT']);
});
