import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { nowIso } from '../../src/lib/fields.ts';
import { BusinessHoursReply } from '../../src/availability/wire.ts';
import { DAY_MS, HOUR_MS, startAgentService, type AgentService } from '../support/service/agent-service.ts';
import { connectAgent, type RealtimeClient } from '../support/clients/realtime-client.ts';
import { registryAdmin } from '../support/clients/registry.ts';

const MINUTE_MS = 60_000;
const ALWAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => ({
  day,
  from: '00:00',
  to: '24:00',
}));
const NEVER = { timeZone: 'UTC', weekly: [] };

describe('the availability of agents', () => {
  const open: { close(): Promise<void> }[] = [];
  const clients: RealtimeClient[] = [];
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.stop();
    for (const one of open.splice(0)) await one.close();
  });

  async function start(): Promise<AgentService> {
    const desk = await startAgentService({ settings: { PLAN_ID: 'growth' } });
    open.push(desk);
    return desk;
  }

  async function connect(desk: AgentService, name: string): Promise<RealtimeClient> {
    const client = await connectAgent(desk.agent(name));
    clients.push(client);
    return client;
  }

  async function leave(client: RealtimeClient): Promise<void> {
    clients.splice(clients.indexOf(client), 1);
    await client.stop();
  }

  const read = async ({ service }: AgentService, query = ''): Promise<unknown> => {
    const response = await service.get(`/api/availability${query}`);
    return { code: response.status, ...(await response.json()) };
  };
  /** Past the time for which the last look is used. */
  const later = async (desk: AgentService, ms: number) => {
    desk.clock.advance(ms);
    return await read(desk);
  };
  const admin = ({ service }: AgentService) => registryAdmin(service);

  test('agents are available from the first connection until two minutes after the last one', async () => {
    const desk = await start();
    expect(await read(desk)).toEqual({ code: 200, status: 'away' });
    // The assistant knows the state that a visitor got, for a minute and without a read.
    await desk.service.post('/api/chat', { message: 'Hello' });
    desk.clock.advance(MINUTE_MS);
    await desk.service.post('/api/chat', { message: 'Hello' });
    expect(desk.answerer.calls.map(({ availability }) => availability)).toEqual([
      { status: 'away' },
      undefined,
    ]);
    // Requests are no sign of presence.
    await desk.agent('Mia').get('/api/agent/sessions');
    expect(await later(desk, 2 * MINUTE_MS)).toEqual({ code: 200, status: 'away' });
    const mia = await connect(desk, 'Mia');
    expect(await later(desk, 2 * MINUTE_MS)).toEqual({ code: 200, status: 'available' });
    await leave(mia);
    expect(await later(desk, MINUTE_MS + 1000)).toEqual({ code: 200, status: 'available' });
    expect(await later(desk, MINUTE_MS)).toEqual({ code: 200, status: 'away' });
  });

  test('a visitor who requests an agent gets the current availability without a cache', async () => {
    const desk = await start();
    expect(await read(desk)).toEqual({ code: 200, status: 'away' });
    await connect(desk, 'Mia');
    desk.clock.advance(3000);
    expect(await read(desk)).toEqual({ code: 200, status: 'away' });
    const response = await desk.service.get('/api/availability?asks=true');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({ status: 'available' });
    expect(await read(desk)).toEqual({ code: 200, status: 'available' });
  });

  test('an agent who chooses "away" is unavailable immediately, and the choice is stored', async () => {
    const desk = await start();
    const mia = desk.agent('Mia');
    await connect(desk, 'Mia');
    expect(await read(desk)).toEqual({ code: 200, status: 'available' });
    expect((await mia.get('/api/agent/me')).body).toMatchObject({ availability: 'available' });
    const away = await mia.put('/api/agent/me/availability', { status: 'away' });
    expect([away.status, away.body]).toEqual([200, { status: 'away' }]);
    expect(await read(desk)).toEqual({ code: 200, status: 'away' });
    expect((await mia.get('/api/agent/me')).body).toMatchObject({ oid: mia.oid, availability: 'away' });
    // The record that the agent was seen keeps the choice.
    expect(await later(desk, 10 * MINUTE_MS)).toEqual({ code: 200, status: 'away' });
    expect((await mia.get('/api/agent/me')).body).toMatchObject({ availability: 'away' });
    await connect(desk, 'Lee');
    expect(await later(desk, 2 * MINUTE_MS)).toEqual({ code: 200, status: 'available' });
    expect((await mia.put('/api/agent/me/availability', { status: 'gone' })).status).toBe(400);
    expect((await desk.service.get('/api/agent/me')).status).toBe(401);
  });

  test('the status is "closed" outside the business hours, with the time of the next opening', async () => {
    const desk = await start();
    await connect(desk, 'Mia');
    const hours = { timeZone: 'UTC', weekly: ALWAYS };
    expect((await admin(desk).send('PUT', 'business-hours', { hours })).status).toBe(200);
    expect(await read(desk)).toEqual({ code: 200, status: 'available' });
    const today = nowIso(desk.clock).slice(0, 10);
    const holidays = [{ date: today }];
    await admin(desk).send('PUT', 'business-hours', { hours: { ...hours, holidays } });
    const opensAt = new Date(Date.parse(`${today}T00:00:00Z`) + DAY_MS).toISOString();
    expect(await read(desk)).toEqual({ code: 200, status: 'closed', opensAt });
    await admin(desk).send('PUT', 'business-hours', { hours: NEVER });
    expect(await read(desk)).toEqual({ code: 200, status: 'closed' });
    await admin(desk).send('PUT', 'business-hours', {});
    expect(await read(desk)).toEqual({ code: 200, status: 'available' });
  });

  test('a registered widget can have separate hours', async () => {
    const desk = await start();
    await connect(desk, 'Mia');
    const { send, register } = admin(desk);
    const { widget } = await register({ hours: NEVER });
    const { widget: other } = await register();
    expect(await read(desk, `?w=${widget.id}`)).toEqual({ code: 200, status: 'closed' });
    expect(await read(desk, `?w=${other.id}`)).toEqual({ code: 200, status: 'available' });
    const { name, primaryDomain, allowedOrigins } = widget;
    await send('PUT', `widgets/${widget.id}`, { name, primaryDomain, allowedOrigins });
    expect(await read(desk, `?w=${widget.id.toUpperCase()}`)).toEqual({ code: 200, status: 'available' });
    await send('PUT', 'business-hours', { hours: NEVER });
    expect(await read(desk, `?w=${other.id}`)).toEqual({ code: 200, status: 'closed' });
  });

  test('an unknown or disabled widget is refused', async () => {
    const desk = await start();
    const { send, register } = admin(desk);
    for (const id of [randomUUID(), 'x']) {
      expect(await read(desk, `?w=${id}`)).toMatchObject({ code: 404, error: 'widget-not-found' });
    }
    const { widget } = await register();
    const query = `?w=${widget.id}`;
    expect(await read(desk, query)).toMatchObject({ code: 200 });
    expect((await send('PATCH', `widgets/${widget.id}`, { enabled: false })).status).toBe(200);
    expect(await read(desk, query)).toMatchObject({ code: 403, error: 'widget-disabled' });
    expect((await send('PATCH', `widgets/${widget.id}`, { enabled: true })).status).toBe(200);
    expect(await read(desk, query.toUpperCase().replace('W', 'w'))).toMatchObject({ code: 200 });
    expect((await send('DELETE', `widgets/${widget.id}`)).status).toBe(204);
    expect(await read(desk, query)).toMatchObject({ code: 404, error: 'widget-not-found' });
  });

  test('a request with an empty widget id is refused and does not affect the hours of the deployment', async () => {
    const desk = await start();
    await admin(desk).send('PUT', 'business-hours', { hours: NEVER });
    expect(await read(desk, '?w=')).toMatchObject({ code: 404, error: 'widget-not-found' });
    expect(await read(desk)).toEqual({ code: 200, status: 'closed' });
  });

  test('the usual reply time is calculated from the same hour of the last days', async () => {
    const desk = await start();
    const mia = desk.agent('Mia');
    // Every reply is in one hour.
    desk.clock.advance(HOUR_MS - (desk.clock.now() % HOUR_MS) + 5 * MINUTE_MS);
    const sessions: string[] = [];
    while (sessions.length < 5) {
      const sessionId = await desk.conversation('human_requested');
      await mia.post(`/api/agent/sessions/${sessionId}/claim`);
      sessions.push(sessionId);
    }
    desk.clock.advance(4 * MINUTE_MS);
    for (const sessionId of sessions) {
      await mia.post(`/api/agent/sessions/${sessionId}/message`, { content: 'Here I am.' });
    }
    desk.clock.advance(DAY_MS);
    await connect(desk, 'Mia');
    // The figures are read in the background: the first answer may be without them.
    await expect.poll(() => read(desk)).toEqual({ code: 200, status: 'available', typicalReplySeconds: 300 });
  });

  test('the reply is public and cacheable, and contains neither names nor counts', async () => {
    const desk = await start();
    await connect(desk, 'Mia');
    const response = await desk.service.get('/api/availability', { origin: 'https://shop.example' });
    expect(response.headers.get('cache-control')).toBe('public, max-age=15');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(await response.json()).toEqual({ status: 'available' });
  });

  test('an unknown availability is answered with 503', async () => {
    const desk = await start();
    const { realtime } = desk.service.services;
    const ask = realtime.connectedAgents;
    const { AppError } = await import('../../src/core/errors.ts');
    realtime.connectedAgents = () => Promise.reject(new AppError('realtime-unavailable'));
    const unknown = { code: 503, error: 'realtime-unavailable' };
    expect(await read(desk)).toMatchObject(unknown);
    await admin(desk).send('PUT', 'business-hours', { hours: NEVER });
    expect(await read(desk)).toEqual({ code: 200, status: 'closed' });
    realtime.connectedAgents = ask;
  });

  test('business hours are changed at the version that was read', async () => {
    const desk = await start();
    const { send } = admin(desk);
    const first = await send('GET', 'business-hours');
    const { etag, hours } = BusinessHoursReply.parse(first.body);
    expect([first.status, hours, first.headers.get('etag')]).toEqual([200, undefined, etag]);
    const saved = await send('PUT', 'business-hours', { hours: NEVER }, { 'if-match': etag });
    expect(saved.status).toBe(200);
    const stale = await send('PUT', 'business-hours', {}, { 'if-match': etag });
    expect([stale.status, stale.body]).toMatchObject([412, { error: 'precondition-failed' }]);
    const now = await send('GET', 'business-hours');
    expect(now.body).toEqual({ hours: { ...NEVER, holidays: [] }, etag: saved.headers.get('etag') });
    const wrong = { hours: { timeZone: 'Europe/Atlantis', weekly: [] } };
    expect(await send('PUT', 'business-hours', wrong)).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'hours.timeZone', message: 'must be a time zone such as Europe/Berlin' }] },
    });
  });
});
