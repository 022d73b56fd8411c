import { app, type HttpMethod } from '@azure/functions';
import { afterEach, expect, test } from 'vitest';
import { methodsOf } from '../../src/hosts/azure.ts';
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

test('the first visitor endpoint of a route gets its preflights', () => {
  const places = [
    { name: 'count', method: 'DELETE', route: 'files', gate: 'admin' },
    { name: 'begin', method: 'POST', route: 'files', gate: 'visitor' },
    { name: 'list', method: 'GET', route: 'files', gate: 'visitor' },
    { name: 'chat', method: 'POST', route: 'chat', gate: 'visitor' },
  ] as const;
  expect(places.map((place) => methodsOf(place, places))).toEqual([
    ['DELETE'],
    ['POST', 'OPTIONS'],
    ['GET', 'HEAD'],
    ['POST', 'OPTIONS'],
  ]);
});
