import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { sqliteStore } from '../../src/adapters/store/sqlite.ts';
import { SearchReply } from '../../src/admin/wire/admin.ts';
import { after, begin, say } from '../support/stores/conversations.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { startService } from '../support/service/service.ts';

const SHOP = 'https://shop.example';
const TAG = randomUUID();

describe('search on the admin surface', () => {
  let sessionId: string;
  const service = sharedFixture(() => startService());
  beforeAll(async () => {
    const store = sqliteStore({ dataDir: service.dataDir });
    const { session } = await begin(store.conversations, 'Do you deliver to Zürich?', { origin: SHOP });
    ({ sessionId } = session);
    const answer = { at: after(1), message: { role: 'assistant' } } as const;
    await say(store.conversations, sessionId, 'Yes, we deliver to ZURICH within two days.', answer);
    for (let n = 1; n <= 7; n++) {
      const tagged = n % 3 === 0 && { session: { tagIds: [TAG] } };
      await begin(store.conversations, `Parcel ${n} is late`, { at: after(1 + n), ...tagged });
    }
    await begin(store.conversations, 'drop "all" OR NEAR(quotes) column:value star* (paren', {
      at: after(9),
    });
    await store.close();
  });

  async function search(q: string, more = ''): Promise<SearchReply> {
    const response = await service.get(`/api/sessions/search?q=${encodeURIComponent(q)}${more}`);
    expect(response.status, q).toBe(200);
    return SearchReply.parse(await response.json());
  }

  test('finds messages that hold every word, case and accents folded, newest first', async () => {
    const { query, results } = await search('zurich DELIVER');
    expect(query).toBe('zurich DELIVER');
    expect(results.map(({ seq, role, createdAt }) => [seq, role, createdAt])).toEqual([
      [2, 'assistant', after(1)],
      [1, 'visitor', after(0)],
    ]);
    expect((await search('zurich parcel')).results).toEqual([]);
  });

  test('finds only messages of conversations with a tag, over several pages', async () => {
    const tagged = async (tag: string) => {
      const found: string[] = [];
      let cursor = '';
      do {
        const reply = await search('parcel', `&tag=${tag}&limit=1${cursor}`);
        found.push(...reply.results.map(({ snippet }) => snippet));
        cursor = reply.nextCursor === undefined ? '' : `&cursor=${encodeURIComponent(reply.nextCursor)}`;
      } while (cursor !== '');
      return found;
    };
    expect(await tagged(TAG)).toEqual(['Parcel 6 is late', 'Parcel 3 is late']);
    expect(await tagged(randomUUID())).toEqual([]);
    expect((await service.get('/api/sessions/search?q=parcel&tag=late')).status).toBe(400);
  });

  test('returns the session and origin of a match, and the positions of the words in the snippet', async () => {
    const [, first] = (await search('zürich')).results;
    expect(first).toMatchObject({ sessionId, origin: SHOP, snippet: 'Do you deliver to Zürich?' });
    const marked = first?.highlights.map(([start, end]) => first.snippet.slice(start, end));
    expect(marked).toEqual(['Zürich']);
    expect((await search('late')).results[0]).not.toHaveProperty('origin');
  });

  test('finds every match exactly once over its pages', async () => {
    const all = (await search('parcel')).results.map(({ messageId }) => messageId);
    expect(all).toHaveLength(7);
    const seen: string[] = [];
    let next: string | undefined = '';
    while (next !== undefined) {
      const page: SearchReply = await search('parcel', `&limit=3${next && `&cursor=${next}`}`);
      seen.push(...page.results.map(({ messageId }) => messageId));
      next = page.nextCursor;
    }
    expect(seen).toEqual(all);
  });

  test.each([
    'drop "all"',
    'NEAR(quotes)',
    'column:value',
    'star*',
    '(paren',
    '"',
    '""',
    '-drop',
    'OR',
    "' OR 1=1 --",
    'a AND',
    '^drop',
    '{column} : x',
    '\ufffd',
    '%',
    '\\',
    '🙂'.repeat(200),
  ])('treats the query as text, not as query syntax: %j', async (q) => {
    const { results } = await search(q);
    for (const { snippet, highlights } of results) {
      for (const [start, end] of highlights) {
        expect(start).toBeLessThan(end);
        expect(end).toBeLessThanOrEqual(snippet.length);
      }
    }
  });

  test('searches for words that look like operators', async () => {
    expect((await search('near or drop')).results).toHaveLength(1);
    expect((await search('NEAR(quotes)')).results).toHaveLength(1);
  });

  test.each([
    '',
    '?q=',
    '?q=%20%20',
    `?q=${'x'.repeat(201)}`,
    '?q=x&limit=0',
    '?q=x&limit=201',
    '?q=x&cursor=x',
  ])('refuses %s', async (query) => {
    expect((await service.get(`/api/sessions/search${query}`)).status).toBe(400);
  });
});
