import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { sqliteStore } from '../../src/adapters/store/sqlite.ts';
import { CostReply, SearchReply, SessionsReply, Transcript } from '../../src/admin/wire/admin.ts';
import { after, begin, change, say } from '../support/stores/conversations.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { startService } from '../support/service/service.ts';

const SHOP = 'https://shop.example';
const DAY_MINUTES = 24 * 60;

describe('conversations on the admin surface', () => {
  const clock = manualClock(Date.parse(after(0)));
  const service = sharedFixture(() => startService({ clock }));
  const store = sharedFixture(() => sqliteStore({ dataDir: service.dataDir }));

  async function list(query = ''): Promise<SessionsReply> {
    const response = await service.get(`/api/sessions${query}`);
    expect(response.status).toBe(200);
    return SessionsReply.parse(await response.json());
  }

  const ids = ({ sessions }: SessionsReply) => sessions.map(({ sessionId }) => sessionId);
  const conversations = () => store.conversations;

  describe('the list', () => {
    let old: string, dear: string, recent: string;
    beforeAll(async () => {
      const spent = (cost: number) => ({ session: { cost, inputTokens: 10, outputTokens: 5 } });
      ({
        message: { sessionId: old },
      } = await begin(conversations(), 'Old', { at: after(-8 * DAY_MINUTES) }));
      ({
        message: { sessionId: dear },
      } = await begin(conversations(), 'Dear', {
        at: after(-2 * DAY_MINUTES),
        origin: SHOP,
        ...spent(0.5),
      }));
      ({
        message: { sessionId: recent },
      } = await begin(conversations(), 'Recent', {
        at: after(-10),
        ...spent(0.1),
      }));
      await change(conversations(), recent, { status: 'human_requested', humanRequestedAt: after(-9) });
    });

    test('is sorted by start, or by cost if the query says so', async () => {
      expect(ids(await list())).toEqual([recent, dear, old]);
      expect(ids(await list('?sortBy=cost'))).toEqual([dear, recent, old]);
    });

    test('is sorted by waiting time if the query says so, urgent conversations first', async () => {
      const waiting = async (text: string, minute: number, urgent = {}) => {
        const { session } = await begin(conversations(), text, { at: after(minute) });
        const asked = { status: 'human_requested', humanRequestedAt: after(minute), ...urgent } as const;
        await change(conversations(), session.sessionId, asked);
        return session.sessionId;
      };
      const longest = await waiting('Longest', -5 * DAY_MINUTES);
      const urgent = await waiting('Urgent', -5, { urgent: true });
      const query = '?sortBy=waiting&status=human_requested';
      expect(ids(await list(query))).toEqual([urgent, longest, recent]);
      expect(ids(await list(`${query}&window=24h`))).toEqual([urgent, recent]);
      expect(ids(await list('?sortBy=waiting'))).toEqual([urgent, longest, recent, dear, old]);
      const { nextCursor = '' } = await list(`${query}&limit=2`);
      expect(ids(await list(`${query}&limit=2&cursor=${nextCursor}`))).toEqual([recent]);
      await Promise.all([longest, urgent].map((id) => conversations().delete(id)));
    });

    test('has only conversations of the given status', async () => {
      expect(ids(await list('?status=human_requested'))).toEqual([recent]);
      expect(ids(await list('?status=closed'))).toEqual([]);
    });

    test('has the public fields of a session, its first and last message, and its origin if one was recorded', async () => {
      const { sessions } = await list();
      expect(sessions[1]).toEqual({
        sessionId: dear,
        status: 'open',
        origin: SHOP,
        sourceDomain: new URL(SHOP).hostname,
        createdAt: after(-2 * DAY_MINUTES),
        updatedAt: after(-2 * DAY_MINUTES),
        lastMessageAt: after(-2 * DAY_MINUTES),
        messageCount: 1,
        inputTokens: 10,
        outputTokens: 5,
        cost: 0.5,
        opening: 'Dear',
        preview: 'Dear',
        asked: 'Dear',
        lastFrom: 'visitor',
        unansweredSince: expect.any(String) as string,
      });
      expect(sessions[0]).not.toHaveProperty('origin');
    });

    test.each([
      'limit=0',
      'limit=201',
      'limit=ten',
      'limit=-1',
      'limit=1.5',
      'sortBy=name',
      'window=1h',
      'status=gone',
      'cursor=',
      'cursor=%00',
      'cursor=eyJhIjoxfQ',
    ])('refuses %s', async (query) => {
      expect((await service.get(`/api/sessions?${query}`)).status).toBe(400);
    });
  });

  test('the transcript is the whole conversation with what it cost', async () => {
    const { session } = await begin(conversations(), 'How long is the return period?', { origin: SHOP });
    const { sessionId } = session;
    const usage = { inputTokens: 100, cost: 0.002 };
    await say(conversations(), sessionId, 'Thirty days.', { message: { role: 'assistant' }, usage });
    const agent = { oid: 'oid-1', name: 'Mia' };
    await say(conversations(), sessionId, 'Can I help?', { message: { role: 'agent', agent } });
    await service.services.notes.add(sessionId, agent, { content: 'A regular customer.' });

    const response = await service.get(`/api/sessions/${sessionId.toUpperCase()}/transcript`);
    expect(response.status).toBe(200);
    const transcript = Transcript.parse(await response.json());
    expect(transcript).toMatchObject({ sessionId, origin: SHOP, messageCount: 3, status: 'open' });
    expect(transcript.messages.map(({ seq, role, content }) => [seq, role, content])).toEqual([
      [1, 'visitor', 'How long is the return period?'],
      [2, 'assistant', 'Thirty days.'],
      [3, 'agent', 'Can I help?'],
    ]);
    expect(transcript.messages[2]?.agent).toEqual(agent);
    expect(transcript.usage).toMatchObject([{ sessionId, messageId: transcript.messages[1]?.id, ...usage }]);
    expect(transcript.notes).toMatchObject([{ content: 'A regular customer.', agent }]);
    expect(transcript).not.toHaveProperty('turns');
  });

  test('a transcript is answered with 304 until a message or note is added', async () => {
    const { session } = await begin(conversations(), 'How long is the return period?');
    const { sessionId } = session;
    const read = (known = '') =>
      service.get(`/api/sessions/${sessionId}/transcript`, { 'if-none-match': known });
    const etagOf = async (known?: string) => {
      const response = await read(known);
      expect(response.status).toBe(200);
      return response.headers.get('etag') ?? '';
    };
    const first = await etagOf();
    const unchanged = await read(first);
    expect([unchanged.status, await unchanged.text()]).toEqual([304, '']);
    await say(conversations(), sessionId, 'Thirty days.', { message: { role: 'assistant' } });
    const second = await etagOf(first);
    await service.services.notes.add(sessionId, { oid: 'oid-1', name: 'Mia' }, { content: 'Regular.' });
    const third = await etagOf(second);
    expect(new Set([first, second, third]).size).toBe(3);
    expect((await read(third)).status).toBe(304);
  });

  test('a deleted conversation is removed everywhere except from the figures', async () => {
    const { session } = await begin(conversations(), 'Forget zanzibar', {
      activity: { conversations: 1, visitorMessages: 1, requests: 1, cost: 0.25 },
    });
    const { sessionId } = session;
    await service.services.notes.add(sessionId, { oid: 'oid-1', name: 'Mia' }, { content: 'Note' });
    const remove = () => fetch(`${service.origin}/api/sessions/${sessionId}`, { method: 'DELETE' });
    expect((await remove()).status).toBe(204);
    expect((await remove()).status).toBe(404);
    expect((await service.get(`/api/sessions/${sessionId}/transcript`)).status).toBe(404);
    expect((await service.get(`/api/messages?sessionId=${sessionId}`)).status).toBe(404);
    const found = await (await service.get('/api/sessions/search?q=zanzibar')).json();
    expect(SearchReply.parse(found).results).toEqual([]);
    expect(ids(await list('?limit=200'))).not.toContain(sessionId);
    expect(await service.services.notes.list(sessionId)).toEqual([]);
    const cost = CostReply.parse(await (await service.get('/api/cost')).json());
    expect(cost.totals.cost).toBeGreaterThanOrEqual(0.25);
  });

  test('an unknown session id is answered with 404, and an invalid one with 400', async () => {
    const path = (id: string) => `/api/sessions/${id}`;
    expect((await service.get(`${path(randomUUID())}/transcript`)).status).toBe(404);
    expect((await service.get(`${path('none')}/transcript`)).status).toBe(400);
    const remove = (id: string) => fetch(`${service.origin}${path(id)}`, { method: 'DELETE' });
    expect((await remove(randomUUID())).status).toBe(404);
    expect((await remove('none')).status).toBe(400);
  });
});
