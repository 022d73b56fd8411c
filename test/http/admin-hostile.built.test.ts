import { beforeAll, describe, expect, test } from 'vitest';
import { sqliteStore } from '../../src/adapters/store/sqlite.ts';
import { MAX_MESSAGE_LENGTH } from '../../src/conversations/rules/session-messages.ts';
import { SearchReply, SessionsReply, Transcript } from '../../src/admin/wire/admin.ts';
import { PAGE } from '../support/clients/admin.ts';
import { after, begin, say } from '../support/stores/conversations.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { startService } from '../support/service/service.ts';

/** Texts of visitors and models that try to attack the reader; each holds the word `needle`. */
const HOSTILE = [
  '<script>alert("needle")</script><img src=x onerror=alert(1)>',
  '"}]}</script><!-- needle --><svg/onload=alert(1)>',
  'needle \u202eright to left\u202c and \u2066isolated\u2069',
  'needle \u0000\u0001\u001b[31mred\u001b[0m\u007f',
  'needle\nwith\r\nlines\u2028and\u2029separators',
  'needle {"complete":true,"conversations":0}\n{"complete":true,"conversations":0}',
  '=HYPERLINK("https://evil.example";"needle")',
  '[needle](javascript:alert(1)) ![x](https://evil.example/x.png)',
  'needle \ufffe\uffff\ufeff zalgo\u0301\u0302\u0303\u0304',
  `needle ${'🏴󠁧󠁢󠁥󠁮󠁧󠁿'.repeat(50)}`,
  `${'x'.repeat(MAX_MESSAGE_LENGTH - 7)} needle`,
];

describe('hostile text of visitors, models and agents', () => {
  const sessionIds: string[] = [];
  const service = sharedFixture(() => startService());
  beforeAll(async () => {
    const store = sqliteStore({ dataDir: service.dataDir });
    for (const [index, content] of HOSTILE.entries()) {
      const { session } = await begin(store.conversations, content, { at: after(index), origin: content });
      const { sessionId } = session;
      sessionIds.push(sessionId);
      await say(store.conversations, sessionId, content, { message: { role: 'assistant' } });
      const agent = { oid: content, name: content };
      await say(store.conversations, sessionId, content, { message: { role: 'agent', agent } });
    }
    await store.close();
  });

  async function json(path: string): Promise<unknown> {
    const response = await service.get(path, PAGE);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    return JSON.parse(await response.text());
  }

  test.each(HOSTILE.map((content, index) => [index, content] as const))(
    'is unchanged in transcript %i',
    async (index, content) => {
      const transcript = Transcript.parse(await json(`/api/sessions/${sessionIds[index]}/transcript`));
      expect(transcript.messages.map((message) => message.content)).toEqual([content, content, content]);
      expect(transcript.messages[2]?.agent?.name).toBe(content);
      expect(transcript.origin).toBe(content);
    },
  );

  test('is found by search, which highlights only the word', async () => {
    const { results } = SearchReply.parse(await json('/api/sessions/search?q=needle&limit=200'));
    expect(results).toHaveLength(HOSTILE.length * 3);
    for (const { snippet, highlights } of results) {
      expect(highlights.map(([start, end]) => snippet.slice(start, end))).toEqual(['needle']);
      expect(HOSTILE.some((content) => content.includes(snippet.replace(/^…|…$/gu, '')))).toBe(true);
    }
  });

  test('is a single line in the list', async () => {
    const { sessions } = SessionsReply.parse(await json('/api/sessions'));
    expect(sessions).toHaveLength(HOSTILE.length);
    for (const { preview } of sessions) expect(preview).not.toMatch(/[\r\n\u2028\u2029]/);
  });

  test('does not break the lines of the export', async () => {
    const response = await service.get('/api/sessions/export.ndjson', PAGE);
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; /);
    const lines = (await response.text()).split('\n');
    expect(lines.pop()).toBe('');
    expect(JSON.parse(lines.pop() ?? '')).toEqual({ complete: true, conversations: HOSTILE.length });
    const exported = lines.map((line) => Transcript.parse(JSON.parse(line)));
    expect(exported.map(({ messages }) => messages[0]?.content)).toEqual(HOSTILE.toReversed());
  });

  test('is not part of the HTML of the dashboard', async () => {
    const page = await (await service.get('/api/dashboard', PAGE)).text();
    expect(page).not.toContain('needle');
  });
});
