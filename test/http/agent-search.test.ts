import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { AgentSearchReply } from '../../src/desk/wire/agent-search.ts';
import { freshFixture } from '../support/fixtures.ts';
import { startAgentService } from '../support/service/agent-service.ts';

const desk = freshFixture(() => startAgentService());

const call = (query: Record<string, string | number>) =>
  desk
    .agent('Mia')
    .get(`/api/agent/search?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, `${v}`]))}`);

async function search(query: Record<string, string | number>) {
  const answered = await call(query);
  expect(answered.status).toBe(200);
  return AgentSearchReply.parse(answered.body);
}

/** The conversations that a search finds, by the start of their first message. */
const found = async (query: Record<string, string | number>) =>
  (await search(query)).results.map(({ session }) => session.opening);

async function leave(message: string, name: string): Promise<void> {
  const contact = { name, email: `${name.toLowerCase()}@example.com`, consent: true };
  const left = await desk.visitor('/api/contact', { sessionId: randomUUID(), message, ...contact });
  expect(left.status).toBe(200);
}

describe('the search of agents', () => {
  beforeEach(async () => {
    await desk.conversation('open', 'Where is my parcel?');
    await desk.conversation('human_requested', 'The parcel is broken');
    await leave('Call me about the parcel', 'Jonas');
  });

  test('finds conversations by words, newest first, with the matching message', async () => {
    const { results } = await search({ q: 'parcel' });
    expect(results.map(({ session }) => session.opening)).toEqual([
      'Call me about the parcel',
      'The parcel is broken',
      'Where is my parcel?',
    ]);
    expect(results[1]?.message).toMatchObject({ seq: 1, role: 'visitor', snippet: 'The parcel is broken' });
    expect(await found({ q: 'parcel broken' })).toEqual(['The parcel is broken']);
    expect(await found({ q: 'zebra' })).toEqual([]);
  });

  test('finds conversations by visitor, with or without words, and returns no contact details', async () => {
    expect(await found({ visitor: 'jonas' })).toEqual(['Call me about the parcel']);
    expect(await found({ visitor: 'jonas@example', q: 'parcel' })).toEqual(['Call me about the parcel']);
    expect(await found({ visitor: 'jonas', q: 'broken' })).toEqual([]);
    expect(JSON.stringify((await call({ visitor: 'jonas' })).body)).not.toContain('jonas@example.com');
  });

  test('returns each result exactly once over its pages, even if most are filtered out', async () => {
    for (let n = 0; n < 12; n++) await desk.conversation('open', `Another parcel ${n}`);
    await leave('And this parcel', 'Jonas');
    for (const query of [{ visitor: 'jonas', q: 'parcel' }, { visitor: 'jonas' }]) {
      const listed: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await search({ ...query, limit: 1, ...(cursor !== undefined && { cursor }) });
        expect(page.results.length).toBeLessThanOrEqual(1);
        listed.push(...page.results.map(({ session }) => session.opening));
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      expect(listed).toEqual(['And this parcel', 'Call me about the parcel']);
    }
  });

  test.each([{ q: '' }, { from: 'yesterday' }, { limit: 51 }, { q: 'parcel', cursor: 'x' }])(
    'is answered with 400: %j',
    async (query) => {
      expect((await call(query)).status).toBe(400);
    },
  );
});
