import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { nowIso } from '../../src/lib/fields.ts';
import { sqliteStore } from '../../src/adapters/store/sqlite.ts';
import { ClosedChatsReply } from '../../src/admin/wire/closed-chats.ts';
import { rotate, type Admin } from '../support/clients/admin.ts';
import { startAgentService } from '../support/service/agent-service.ts';
import { begin } from '../support/stores/conversations.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { refusedWith } from '../support/refusal.ts';

const SHOP = 'https://shop.example';
const HELP = 'https://help.example';
const WIDGET = { id: randomUUID(), name: '=cmd|calc', primaryDomain: 'brand.example' };
const PATH = '/api/reports/closed-chats';

describe('the report on closed chats', () => {
  let admin: Admin;
  const closed: { sessionId: string; at: string }[] = [];

  const desk = sharedFixture(() => startAgentService({ settings: { ALLOWED_ORIGINS: `${SHOP},${HELP}` } }));
  const mia = sharedFixture(() => desk.agent('Mia'));
  beforeAll(async () => {
    for (const origin of [SHOP, HELP, SHOP]) {
      const sessionId = randomUUID();
      await desk.service.post('/api/chat', { sessionId, message: 'Hello' }, { origin });
      await desk.service.post('/api/handoff', { sessionId }, { origin });
      await close(sessionId);
    }
    const { conversations: store, close: closeStore } = sqliteStore({ dataDir: desk.service.dataDir });
    const at = nowIso(desk.clock);
    const { session } = await begin(store, 'Hello', { at, session: { widget: WIDGET, origin: SHOP } });
    await closeStore();
    await close(session.sessionId);
    await desk.conversation('human_requested');
    admin = await rotate(desk.service);
  });

  /** Claims and closes a conversation; a minute passes before each. */
  async function close(sessionId: string): Promise<void> {
    for (const act of ['claim', 'close']) {
      desk.clock.advance(60_000);
      expect((await mia.post(`/api/agent/sessions/${sessionId}/${act}`)).status).toBe(200);
    }
    const { closedAt = '' } = await desk.service.session(sessionId);
    closed.push({ sessionId, at: closedAt });
  }

  async function report(query = ''): Promise<ClosedChatsReply> {
    const oldest = `${query === '' ? '?' : `${query}&`}order=oldest`;
    const { status, body } = await mia.get(`${PATH}${oldest}`);
    expect(status).toBe(200);
    return ClosedChatsReply.parse(body);
  }
  const ids = ({ chats }: ClosedChatsReply) => chats.map(({ sessionId }) => sessionId);

  test('lists the conversations that were closed in the last 30 days, in that order, with their source domains', async () => {
    const { chats, from, to, nextCursor } = await report();
    expect(chats.map(({ sessionId, closedAt }) => ({ sessionId, at: closedAt }))).toEqual(closed);
    expect(Date.parse(to) - Date.parse(from)).toBe(30 * 86_400_000);
    expect(nextCursor).toBeUndefined();
    expect(chats.map(({ sourceDomain }) => sourceDomain)).toEqual([
      'shop.example',
      'help.example',
      'shop.example',
      'brand.example',
    ]);
    const [first, , , stamped] = chats;
    expect(first).toMatchObject({ agentName: 'Mia', handledSeconds: 60, messageCount: 3 });
    expect(first?.waitedSeconds).toBeGreaterThanOrEqual(60);
    expect(first).not.toHaveProperty('widgetId');
    expect(stamped).toMatchObject({ widgetId: WIDGET.id, widgetName: WIDGET.name });
    expect(stamped).not.toHaveProperty('waitedSeconds');
  });

  test('begins with the newest unless the query asks for the oldest', async () => {
    const { body } = await mia.get(PATH);
    expect(ids(ClosedChatsReply.parse(body))).toEqual(closed.map(({ sessionId }) => sessionId).toReversed());
    expect((await mia.get(`${PATH}?order=cost`)).status).toBe(400);
  });

  test('can be filtered by a source domain in any case', async () => {
    expect(ids(await report('?sourceDomain=SHOP.example'))).toEqual([
      closed[0]?.sessionId,
      closed[2]?.sessionId,
    ]);
    expect(ids(await report('?sourceDomain=brand.example'))).toEqual([closed[3]?.sessionId]);
    expect(ids(await report('?sourceDomain=nowhere.example'))).toEqual([]);
  });

  test('begins with `from` and ends before `to`', async () => {
    const [, second, third] = closed;
    const within = `?from=${second?.at}&to=${third?.at}`;
    expect(ids(await report(within))).toEqual([second?.sessionId]);
    const elsewhere = new Date(Date.parse(second?.at ?? '') + 7_200_000).toISOString().slice(0, -1);
    expect(ids(await report(`?from=${encodeURIComponent(`${elsewhere}+02:00`)}&to=${third?.at}`))).toEqual([
      second?.sessionId,
    ]);
    const day = closed[0]?.at.slice(0, 10);
    expect(await report(`?from=2026-01-01&to=${day}`)).toMatchObject({
      from: '2026-01-01T00:00:00.000Z',
      to: `${day}T00:00:00.000Z`,
      chats: [],
    });
  });

  test.each([
    '?from=yesterday',
    '?from=2026-02-30',
    '?to=2026-01-01T25:00:00Z',
    '?from=2026-01-02&to=2026-01-02',
    '?from=2999-01-01',
    '?format=xml',
    '?limit=0',
    '?limit=201',
    '?cursor=made-up',
    '?sourceDomain=',
  ])('is answered with 400 for %s', async (query) => {
    expect(await mia.get(`${PATH}${query}`)).toMatchObject(refusedWith(400, 'validation-failed'));
  });

  test('has every conversation exactly once over its pages', async () => {
    const first = await report('?limit=3');
    const second = await report(`?limit=3&cursor=${encodeURIComponent(first.nextCursor ?? '')}`);
    expect([...ids(first), ...ids(second)]).toEqual(closed.map(({ sessionId }) => sessionId));
    expect(second.nextCursor).toBeUndefined();
  });

  test('is a CSV file with all conversations, without session ids and formulas', async () => {
    const authorization = `Bearer ${await mia.token()}`;
    const answer = await desk.service.get(`${PATH}?format=csv&limit=1&order=oldest`, { authorization });
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="closed-chats-[\d-]{10}-[\d-]{10}\.csv"$/,
    );
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const lines = bytes.toString().slice(1).split('\r\n');
    expect(lines[0]).toBe(
      'Closed at,Started at,Source domain,Widget id,Widget name,Agent,Waited seconds,Handled seconds,Messages,Tags',
    );
    expect(lines.slice(1, -1).map((line) => line.split(',')[2])).toEqual([
      'shop.example',
      'help.example',
      'shop.example',
      'brand.example',
    ]);
    expect(lines[4]).toContain(`brand.example,${WIDGET.id},"'=cmd|calc",Mia,,60,1,`);
    for (const { sessionId } of closed) expect(bytes.toString()).not.toContain(sessionId);
  });

  test('has the separator, the decimals and the local times of its reader in CSV', async () => {
    const query = 'format=csv&order=oldest&locale=de-DE&timeZone=Europe/Berlin';
    const answer = await desk.service.get(`${PATH}?${query}`, { authorization: `Bearer ${admin.key}` });
    const [titles = '', first = ''] = (await answer.text()).split('\r\n');
    expect(titles).toMatch(/^Closed at \(Europe\/Berlin\);Started at \(Europe\/Berlin\);Source domain;/);
    expect(first).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d;\d{4}-\d\d-\d\d \d\d:\d\d:\d\d;shop\.example;/);
    expect(first).toMatch(/;0,\d{6}$/);
  });

  test('shows the cost to admins and not to agents', async () => {
    const asAdmin = await desk.service.get(PATH, { authorization: `Bearer ${admin.key}` });
    const { chats } = ClosedChatsReply.parse(await asAdmin.json());
    expect(chats.map(({ cost }) => typeof cost)).toEqual(closed.map(() => 'number'));
    const file = await (await desk.service.get(`${PATH}?format=csv&code=${admin.key}`)).text();
    expect(file.split('\r\n')[0]).toMatch(/,Cost in USD$/);
    for (const chat of (await report()).chats) expect(chat).not.toHaveProperty('cost');
  });

  test('is refused to all other callers', async () => {
    const token = await desk.agent('Eve', { scp: 'other' }).token();
    const [head, body] = (await mia.token()).split('.');
    for (const headers of [
      {},
      { authorization: `Bearer ${token}` },
      { authorization: `Bearer ${head}.${body}.x` },
    ]) {
      const answer = await desk.service.get(PATH, headers);
      expect(answer.status).toBe(401);
      expect(await answer.json()).toMatchObject({ error: 'unauthorized' });
    }
  });

  test('counts wrong keys as guesses, but not an agent’s expired token', async () => {
    const expired = await desk.agent('Late', { exp: 1 }).token();
    for (let count = 0; count < 12; count++) {
      expect((await desk.service.get(PATH, { authorization: `Bearer ${expired}` })).status).toBe(401);
    }
    const statuses: number[] = [];
    for (let count = 0; count < 12; count++) {
      statuses.push((await desk.service.get(PATH, { authorization: 'Bearer guess' })).status);
    }
    expect(statuses.at(-1)).toBe(429);
    expect((await mia.get(PATH)).status).toBe(200);
  });
});
