import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, test } from 'vitest';
import { CostReply, OverviewReply } from '../../src/admin/wire/admin.ts';
import { MessagesReply } from '../../src/chat/wire/visitor.ts';
import type { Cloud } from '../fakes/cloud.ts';
import { freshFixture } from '../support/fixtures.ts';
import { scriptedAnswerer, type ScriptedAnswer } from '../support/ports/scripted-answerer.ts';
import { COMPOSITIONS, startService } from '../support/service/service.ts';
import { allEvents } from '../support/clients/sse-reader.ts';

const USAGE = { inputTokens: 120, outputTokens: 30, cachedInputTokens: 20 };
const SPENT = { model: 'gpt-5-mini', usage: USAGE };
/** At the prices of the model. */
const COST = (100 * 0.25 + 20 * 0.025 + 30 * 2) / 1e6;
const COUNTED = { requests: 1, inputTokens: 120, outputTokens: 30, cost: COST };

describe.each(COMPOSITIONS)(
  'a conversation that is deleted during the call of the model, %s',
  (composition) => {
    const answerer = freshFixture(() => scriptedAnswerer());
    const service = freshFixture(() => startService({ composition, answerer }));
    let gate: PromiseWithResolvers<void>;
    beforeEach(() => {
      gate = Promise.withResolvers();
    });

    const read = async (path: string): Promise<unknown> => (await service.get(path)).json();
    const totals = async () => CostReply.parse(await read('/api/cost')).totals;
    const current = async () => OverviewReply.parse(await read('/api/overview?window=24h')).current;

    async function remove(sessionId: string): Promise<void> {
      const options = { method: 'DELETE' };
      expect((await fetch(`${service.origin}/api/sessions/${sessionId}`, options)).status).toBe(204);
    }

    /** Streams a question, and deletes the conversation while its answer is under way. */
    async function deletedDuring(
      answer: ScriptedAnswer,
      meanwhile?: (sessionId: string) => Promise<unknown>,
    ) {
      const sessionId = randomUUID();
      const body = { sessionId, clientMessageId: randomUUID(), message: 'Where is my order?' };
      const calls = answerer.calls.length;
      answerer.script({ ...answer, after: gate.promise }, { deltas: ['A new answer.'] });
      const streamed = service.post('/api/chat/stream', body).then(allEvents);
      await expect.poll(() => answerer.calls.length).toBe(calls + 1);
      await remove(sessionId);
      await meanwhile?.(sessionId);
      gate.resolve();
      return { body, events: await streamed };
    }

    test.each<[string, ScriptedAnswer]>([
      ['an answer', { deltas: ['It is on its way.'] }],
      ['an interrupted answer', { deltas: ['It is on'], fails: 'broken-stream', used: SPENT }],
      ['an answer that failed before the first word', { fails: 'broken-stream', used: SPENT }],
    ])('leaves the tokens, the cost and the question in the hourly figures after %s', async (_, answer) => {
      const { body, events } = await deletedDuring(answer);
      expect(events.map(({ event }) => event)).not.toContain('complete');
      await expect.poll(totals).toMatchObject(COUNTED);
      const { conversations, visitorMessages, assistantMessages } = await current();
      expect([conversations, visitorMessages, assistantMessages]).toEqual([1, 1, 0]);
      expect((await service.get(`/api/sessions/${body.sessionId}/transcript`)).status).toBe(404);
    });

    test('leaves only the question in the hourly figures after a call without tokens', async () => {
      await deletedDuring({ fails: 'broken-stream' });
      await expect.poll(async () => (await current()).visitorMessages).toBe(1);
      expect(await totals()).toMatchObject({ requests: 0, inputTokens: 0, cost: 0 });
    });

    test('leaves each of its two turns counted once', async () => {
      const sessionId = randomUUID();
      await service.post('/api/chat', { sessionId, message: 'Hello' });
      answerer.script({ deltas: ['It is on its way.'], after: gate.promise });
      const streamed = service.post('/api/chat/stream', { sessionId, message: 'Why?' }).then(allEvents);
      await expect.poll(() => answerer.calls.length).toBe(2);
      await remove(sessionId);
      gate.resolve();
      await streamed;
      await expect.poll(totals).toMatchObject({ requests: 2, inputTokens: 240, outputTokens: 60 });
      const { conversations, visitorMessages, assistantMessages } = await current();
      expect([conversations, visitorMessages, assistantMessages]).toEqual([1, 2, 1]);
    });

    test.each<[string, ScriptedAnswer]>([
      ['an answer', { deltas: ['It is on its way.'] }],
      ['an answer that failed before the first word', { fails: 'broken-stream', used: SPENT }],
    ])('adds nothing to a new conversation with the same id after %s', async (_, answer) => {
      const { body } = await deletedDuring(answer, async (sessionId) => {
        const response = await service.post('/api/chat', { sessionId, message: 'Hello again' });
        expect(response.status).toBe(200);
      });
      await expect.poll(totals).toMatchObject({ requests: 2, inputTokens: 240, outputTokens: 60 });
      const { messages } = MessagesReply.parse(await read(`/api/messages?sessionId=${body.sessionId}`));
      expect(messages.map(({ content }) => content)).toEqual(['Hello again', 'A new answer.']);
      expect(await service.session(body.sessionId)).toMatchObject({ messageCount: 2, inputTokens: 120 });
    });

    test.each<[string, ScriptedAnswer]>([
      ['an answer', { deltas: ['It is on its way.'] }],
      ['a call without tokens', { fails: 'broken-stream' }],
    ])('leaves no id and no text in the database after %s', async (_, answer) => {
      const { body } = await deletedDuring(answer);
      await expect.poll(async () => (await current()).visitorMessages).toBe(1);
      const rows = service.cloud ? itemsOf(service.cloud) : rowsOf(service.dataDir);
      expect(rows).toContain(new Date().toISOString().slice(0, 7));
      for (const value of [...Object.values(body), 'on its way']) expect(rows).not.toContain(value);
    });
  },
);

/** Everything that the database of the cloud holds, as text. */
function itemsOf({ cosmos }: Cloud): string {
  const names = ['conversations', 'usage', 'ledger'] as const;
  return JSON.stringify(names.map((name) => cosmos.container(name).range()));
}

/** Everything that the embedded database holds in its tables, as text. */
function rowsOf(dataDir: string): string {
  const file = new DatabaseSync(join(dataDir, 'conversations.db'), { readOnly: true });
  const tables = file.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE TABLE%'",
  );
  const rows = tables.all().map(({ name }) => file.prepare(`SELECT * FROM "${String(name)}"`).all());
  file.close();
  return JSON.stringify(rows);
}
