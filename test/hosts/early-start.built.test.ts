import { afterEach, expect, test } from 'vitest';
import { addressesOf } from '../../src/hosts/addresses.ts';
import { register } from '../../src/hosts/azure/host.ts';
import type { RunningApp } from '../../src/hosts/azure/running-app.ts';
import type { Endpoint } from '../../src/http/endpoint.ts';
import type { FileServices } from '../../src/compose/services.ts';
import { startAzureHost, type AzureHost } from '../support/functions-host/azure-host.ts';

let host: AzureHost | undefined;
afterEach(() => host?.close());

const named = (name: string): Endpoint<object> => ({
  name,
  method: 'GET',
  route: name,
  gate: 'anonymous',
  summary: name,
  replies: { 200: { description: 'an answer' } },
  run: () => Promise.resolve({ status: 200, headers: {} }),
});
const endpoints = [named('files'), named('rest')];
const addresses = endpoints.flatMap((one) => addressesOf([one], one.name));

const started = <S extends object>(services: S, prepare?: () => void): RunningApp<S> => ({
  endpointsOf: () => Promise.resolve(endpoints),
  services,
  trustedProxyHops: 1,
  hosts: [],
  ...(prepare && { prepare }),
  close: () => Promise.resolve(),
});

/** A host whose early group is `files`; resolves to the status of a path. */
async function statuses(
  start: () => Promise<RunningApp<object>>,
): Promise<(path: string) => Promise<number>> {
  const early = { group: 'files', start: () => Promise.resolve(started({} as FileServices)) };
  const { origin } = (host = await startAzureHost({ register: () => register(addresses, start, { early }) }));
  return async (path) => (await fetch(`${origin}/api/${path}`)).status;
}

test('the early group is answered even if the rest never starts', async () => {
  const statusOf = await statuses(() => new Promise(() => undefined));
  expect([await statusOf('files'), await statusOf('files')]).toEqual([200, 200]);
});

test('the rest starts after the first reply of the early group, and is prepared once', async () => {
  const events: string[] = [];
  const statusOf = await statuses(() => {
    events.push('started');
    return Promise.resolve(started({}, () => events.push('prepared')));
  });
  expect(await statusOf('files')).toBe(200);
  await expect.poll(() => events).toEqual(['started', 'prepared']);
  expect([await statusOf('files'), await statusOf('rest')]).toEqual([200, 200]);
  expect(events).toEqual(['started', 'prepared']);
});

test('a failed start of the rest is tried again after the next reply', async () => {
  let starts = 0;
  let prepared = 0;
  const statusOf = await statuses(() =>
    ++starts === 1
      ? Promise.reject(new Error('broken on purpose'))
      : Promise.resolve(
          started({}, () => {
            prepared++;
          }),
        ),
  );
  expect(await statusOf('files')).toBe(200);
  await expect.poll(() => starts).toBe(1);
  await expect.poll(async () => [await statusOf('files'), prepared]).toEqual([200, 1]);
  expect(starts).toBe(2);
});
