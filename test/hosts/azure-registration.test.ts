import { app, type HttpMethod } from '@azure/functions';
import { afterEach, expect, test } from 'vitest';
import { register } from '../../src/hosts/azure.ts';
import { startAzureHost, type AzureHost } from '../support/azure-host.ts';

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

test('the worker loads no app of which two functions have one name', async () => {
  await expect(start(['chat', 'a', 'GET'], ['chat', 'b', 'GET'])).rejects.toThrow('already been registered');
});

test('the host refuses a function that shares its route and a method with another', async () => {
  const conflict = start(['begin', 'files', 'POST', 'OPTIONS'], ['list', 'Files', 'GET', 'OPTIONS']);
  await expect(conflict).rejects.toThrow('The route of list conflicts with that of begin.');
});

test('functions of one route with different methods are both there', async () => {
  await start(['begin', 'files', 'POST'], ['list', 'files', 'GET']);
  expect(await (await fetch(`${host?.origin}/files`)).text()).toBe('list');
  expect(await (await fetch(`${host?.origin}/files`, { method: 'POST' })).text()).toBe('begin');
});

test('two functions answer every address, and the root of the site', async () => {
  const broken = () => Promise.reject(new Error('broken on purpose'));
  host = await startAzureHost({ register: () => register([], broken) });
  expect(host.functions).toEqual(['api', 'home']);
  for (const path of ['/', '/api/chat', '/api/widgets/7', '/api//chat']) {
    const response = await fetch(`${host.origin}${path}`);
    expect([path, response.status, await response.json()]).toMatchObject([path, 404, { error: 'not-found' }]);
    expect(response.headers.get('x-request-id')).toMatch(/^[\da-f]{32}$/);
  }
  // The platform answers by itself, and no instance is woken for it.
  expect(await (await fetch(`${host.origin}/wp-login.php`)).text()).toBe('');
});
