import { afterAll, expect, test } from 'vitest';
import { startAgentService } from '../support/service/agent-service.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { connectAgent, type RealtimeClient } from '../support/clients/realtime-client.ts';
import { registryAdmin } from '../support/clients/registry.ts';

const NEVER = { timeZone: 'UTC', weekly: [] };

const clients: RealtimeClient[] = [];
const desk = sharedFixture(() =>
  startAgentService({ composition: 'cloud', settings: { PLAN_ID: 'growth' } }),
);
afterAll(async () => {
  for (const client of clients) await client.stop();
});

async function read(query = ''): Promise<unknown> {
  const response = await desk.service.get(`/api/availability${query}`);
  return { code: response.status, ...(await response.json()) };
}

/** On a busy machine the store may answer too late once. */
async function saveHours(body: object): Promise<void> {
  const { send } = registryAdmin(desk.service);
  await expect.poll(async () => (await send('PUT', 'business-hours', body)).status).toBe(200);
}

test('availability depends on connections, chosen statuses and hours with the components of the cloud, too', async () => {
  const mia = desk.agent('Mia');
  expect(await read()).toEqual({ code: 200, status: 'away' });
  clients.push(await connectAgent(mia));
  desk.clock.advance(120_000);
  expect(await read()).toEqual({ code: 200, status: 'available' });
  await mia.put('/api/agent/me/availability', { status: 'away' });
  expect(await read()).toEqual({ code: 200, status: 'away' });
  await mia.put('/api/agent/me/availability', { status: 'available' });
  await saveHours({ hours: NEVER });
  expect(await read()).toEqual({ code: 200, status: 'closed' });
  await saveHours({});
  expect(await read()).toEqual({ code: 200, status: 'available' });
});

test('a warm instance answers without a request to the store or the real-time service', async () => {
  const { widget } = await registryAdmin(desk.service).register({ hours: NEVER });
  const { cloud } = desk.service;
  if (!cloud) throw new Error('The cloud is missing.');
  const asked = () => [
    cloud.cosmos.requests.filter(({ kind }) => kind !== 'metadata').length,
    cloud.pubSub.calls.length,
  ];
  // Background work of earlier requests ends first, even if a value becomes old in the meantime.
  await expect
    .poll(async () => {
      const before = asked();
      for (let times = 0; times < 5; times++) {
        expect(await read(`?w=${widget.id}`)).toEqual({ code: 200, status: 'closed' });
      }
      return asked().join() === before.join();
    })
    .toBe(true);
});

test('an agent is authenticated while the store is unavailable, and the chosen status is omitted', async () => {
  const mia = desk.agent('Mia');
  const { faults } = desk.service.cloud?.cosmos ?? {};
  faults?.plan({ kind: 'read', container: 'ledger' }, { status: 503 }, 1_000);
  const { status, body } = await mia.get('/api/agent/me');
  faults?.clear();
  expect([status, body]).toMatchObject([200, { oid: mia.oid }]);
  expect(body).not.toHaveProperty('availability');
  expect((await mia.get('/api/agent/me')).body).toMatchObject({ availability: 'available' });
});
