import { describe, expect, test } from 'vitest';
import { CostReply, Transcript } from '../../src/admin/wire/admin.ts';
import { freshFixture } from '../support/fixtures.ts';
import { scriptedAnswerer } from '../support/ports/scripted-answerer.ts';
import { startService } from '../support/service/service.ts';

const USAGE = { inputTokens: 1000, outputTokens: 100, cachedInputTokens: 600, cacheWriteTokens: 200 };

describe('the cost of model calls', () => {
  const answerer = freshFixture(() => scriptedAnswerer());
  const service = freshFixture(() => startService({ answerer }));

  const chat = async (sessionId: string) =>
    await (await service.post('/api/chat', { message: 'Hello', sessionId })).json();
  const transcript = async (sessionId: string) =>
    Transcript.parse(await (await service.get(`/api/sessions/${sessionId}/transcript`)).json());
  const answersAs = (model: string) =>
    answerer.script({ deltas: ['Hello.'], result: { model, usage: USAGE } });

  test('is unknown for a model without a price, and sums have the number of such calls', async () => {
    const sessionId = crypto.randomUUID();
    answersAs('gpt-5.6-luna-2026-07-09');
    await chat(sessionId);
    answersAs('something-new');
    await chat(sessionId);
    await chat(sessionId);

    const cost = (200 * 0.2 + 600 * 0.02 + 200 * 0.25 + 100 * 1.2) / 1e6;
    const { usage, ...session } = await transcript(sessionId);
    expect(usage.map((call) => [call.model, call.cost])).toEqual([
      ['gpt-5.6-luna-2026-07-09', cost],
      ['something-new', null],
      ['something-new', null],
    ]);
    expect(usage[0]).toMatchObject(USAGE);
    expect(session).toMatchObject({ cost, unpricedCalls: 2, inputTokens: 3000, outputTokens: 300 });
    const { totals } = CostReply.parse(await (await service.get('/api/cost')).json());
    expect(totals).toEqual({
      requests: 3,
      inputTokens: 3000,
      cachedInputTokens: 1800,
      cacheWriteTokens: 600,
      outputTokens: 300,
      cost,
      unpricedCalls: 2,
    });
  });

  test('includes the tokens of a failed answer, with or without text', async () => {
    const used = { model: 'gpt-5.6-luna', usage: USAGE };
    answerer.script(
      { fails: 'broken-stream', used },
      { deltas: ['Half'], fails: 'broken-stream', used },
      { deltas: ['Whole.'], result: { model: 'gpt-5.6-luna', usage: USAGE } },
    );
    const body = { message: 'Hello', sessionId: crypto.randomUUID(), clientMessageId: crypto.randomUUID() };
    expect((await service.post('/api/chat', body)).status).toBe(502);
    await (await service.post('/api/chat/stream', body)).text();
    expect((await service.post('/api/chat', body)).status).toBe(200);

    const each = (200 * 0.2 + 600 * 0.02 + 200 * 0.25 + 100 * 1.2) / 1e6;
    const { usage, ...session } = await transcript(body.sessionId);
    expect(session).toMatchObject({ inputTokens: 3000, outputTokens: 300, cost: 3 * each });
    expect(usage.map(({ cost }) => cost)).toEqual([each, each]);
    const { totals } = CostReply.parse(await (await service.get('/api/cost')).json());
    expect(totals).toMatchObject({ requests: 3, inputTokens: 3000, outputTokens: 300, cost: 3 * each });
  });

  test('is calculated with the prices at the time of the call, also for a model with an admin’s prices', async () => {
    const prices = { input: 10, cachedInput: 1, output: 100 };
    const edit = { name: 'Ada', instructions: 'Be brief.', model: 'something-new', prices, isDefault: true };
    expect((await service.post('/api/assistants', edit)).status).toBe(201);
    const sessionId = crypto.randomUUID();
    answersAs('something-new-2026-11-01');
    await chat(sessionId);
    const { usage } = await transcript(sessionId);
    expect(usage[0]?.cost).toBe((400 * 10 + 600 * 1 + 100 * 100) / 1e6);
  });

  test.each([
    ['text', '"cheap"', 'must be a number'],
    ['a number in text', '"0.25"', 'must be a number'],
    ['nothing', 'null', 'must be a number'],
    ['too large to be one', '1e999', 'must be a number'],
    ['negative', '-0.25', 'must be at least 0'],
    ['more than any model costs', '100001', 'must be at most 100000'],
  ])(
    'requires valid prices: a price that is %s is refused, and the error names it',
    async (_what, value, message) => {
      const response = await fetch(`${service.origin}/api/assistants`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: `{"name":"Ada","instructions":"Be brief.","model":"something-new","prices":{"cachedInput":${value}}}`,
      });
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { error: 'validation-failed', issues: [{ path: 'prices.cachedInput', message }] },
      ]);
    },
  );

  test('includes an answer that reached the length limit and is stored as interrupted', async () => {
    answerer.script({ deltas: ['Once upon a'], result: { model: 'gpt-5-mini', interrupted: true } });
    const sessionId = crypto.randomUUID();
    const stream = await service.post('/api/chat/stream', { message: 'Tell', sessionId });
    const complete = /event: complete\ndata: (.*)/.exec(await stream.text())?.[1] ?? '';
    expect(JSON.parse(complete)).toMatchObject({
      fullContent: 'Once upon a',
      usage: { inputTokens: 120, outputTokens: 30 },
      reply: { interrupted: true },
    });
    expect((await transcript(sessionId)).usage).toHaveLength(1);
  });
});
