import { describe, expect, test } from 'vitest';
import { AppError } from '../../src/domain/errors.ts';
import type { JudgedAnswer, JudgeReply } from '../../src/ports.ts';
import { CostReply, OverviewReply } from '../../src/wire/admin.ts';
import { JudgmentsReply } from '../../src/wire/questions.ts';
import { freshFixture } from '../support/fixtures.ts';
import { MIA, registryAdmin } from '../support/clients/registry.ts';
import { scriptedAnswerer } from '../support/ports/scripted-answerer.ts';
import { ONE_HOST, startService } from '../support/service/service.ts';

const USAGE = { inputTokens: 700, outputTokens: 20, cachedInputTokens: 0 };
/** So little that the budget allows another check. */
const LITTLE = { ...USAGE, inputTokens: 70 };
const OPINION = { verdict: 'not-grounded', reason: 'The documents do not say so.' } as const;
const GROUNDED = { verdict: 'grounded', reason: 'They do.' } as const;

describe.each(ONE_HOST)('checks of answers on the %s host', (host) => {
  const judged: JudgedAnswer[] = [];
  let fails = false;
  let opinion: JudgeReply['opinion'];
  let usage: JudgeReply['usage'];
  const judge = {
    judge(answer: JudgedAnswer) {
      judged.push(answer);
      if (fails) return Promise.reject(new AppError('assistant-unavailable', { reason: 'timeout' }));
      return Promise.resolve({ opinion, model: 'judge-1', usage });
    },
    compare: () => Promise.reject(new Error('Nothing is compared here.')),
  };
  const answerer = freshFixture(() => {
    judged.length = 0;
    fails = false;
    opinion = OPINION;
    usage = USAGE;
    const scripted = scriptedAnswerer();
    scripted.script({
      deltas: ['Yes, to Norway.'],
      result: { promptDocuments: [{ title: 'Shipping', markdown: 'To Austria.' }] },
    });
    return scripted;
  });
  const settings = { DAILY_TOKEN_BUDGET: '1000' };
  const service = freshFixture(() => startService({ host, answerer, judge, settings }));
  const admin = freshFixture(() => registryAdmin(service));

  const list = () => admin.answer(200, JudgmentsReply, admin.send('GET', 'judgments'));
  const ask = async (about: object = {}) => {
    const response = await service.post('/api/chat', { message: 'Do you ship to Norway?', ...about });
    const body: unknown = await response.json();
    return body;
  };
  const checked = (checkedPercent: number) => admin.make({ checkedPercent, isDefault: true });

  test('are off by default, and at 0 percent', async () => {
    await ask();
    await checked(0);
    await ask();
    expect(judged).toEqual([]);
    expect((await list()).judgments).toEqual([]);
  });

  test('of the built-in assistant are a share that is a setting', async () => {
    const other = await startService({
      ...{ host, answerer, judge },
      settings: { ...settings, ASSISTANT_CHECKED_PERCENT: '100' },
    });
    try {
      await other.post('/api/chat', { message: 'Do you ship to Norway?' });
      await expect.poll(() => judged.length).toBe(1);
    } finally {
      await other.close();
    }
  });

  test('judge an answer after it was stored, and count in no figure but the tokens and the cost', async () => {
    await checked(100);
    const reply = await ask();
    await expect.poll(async () => (await list()).judgments.length).toBe(1);
    expect(judged).toEqual([
      {
        instructions: MIA.instructions,
        turns: [{ role: 'visitor', content: 'Do you ship to Norway?' }],
        answer: 'Yes, to Norway.',
        documents: [{ title: 'Shipping', markdown: 'To Austria.' }],
      },
    ]);
    const [judgment] = (await list()).judgments;
    expect(reply).toMatchObject({
      sessionId: judgment?.sessionId,
      reply: { id: judgment?.messageId, seq: judgment?.seq },
    });
    expect(judgment).toMatchObject({ ...OPINION, question: 'Do you ship to Norway?', model: 'judge-1' });
    expect(reply).not.toHaveProperty('reply.given');
    const { current } = OverviewReply.parse((await admin.send('GET', 'overview')).body);
    expect(current).toMatchObject({ ratingsUp: 0, ratingsDown: 0, messages: 2, inputTokens: 120 + 700 });
    const { lines, totals } = CostReply.parse((await admin.send('GET', 'cost')).body);
    expect(lines).toMatchObject([
      { purpose: 'conversations', requests: 1, inputTokens: 120 },
      { purpose: 'checks', requests: 1, inputTokens: 700, outputTokens: 20 },
    ]);
    expect(totals).toMatchObject({ requests: 2, inputTokens: 820 });
  });

  test('see the messages before the question', async () => {
    usage = LITTLE;
    await checked(100);
    const sessionId = '7b0f6e8e-6a3c-4d5e-9f10-0123456789ab';
    await ask({ sessionId, message: 'Hello' });
    await ask({ sessionId });
    await expect.poll(() => judged.length).toBe(2);
    expect(judged.at(-1)?.turns.map(({ role, content }) => `${role}: ${content}`)).toEqual([
      'visitor: Hello',
      'assistant: Yes, to Norway.',
      'visitor: Do you ship to Norway?',
    ]);
  });

  test('store nothing of an answer that is grounded', async () => {
    opinion = GROUNDED;
    usage = LITTLE;
    await checked(100);
    await ask();
    opinion = OPINION;
    await ask();
    await expect.poll(async () => (await list()).judgments.length).toBe(1);
    expect(judged).toHaveLength(2);
    expect((await list()).judgments).toMatchObject([OPINION]);
  });

  test('go with their conversation', async () => {
    await checked(100);
    await ask();
    await expect.poll(async () => (await list()).judgments.length).toBe(1);
    const [judgment] = (await list()).judgments;
    expect((await admin.send('DELETE', `sessions/${judgment?.sessionId}`)).status).toBe(204);
    expect((await list()).judgments).toEqual([]);
  });

  test('stop with the daily budget, which they count in', async () => {
    await checked(100);
    await ask();
    await expect.poll(async () => (await list()).judgments.length).toBe(1);
    // 150 tokens for each answer and 720 for the judgment: the second answer is the last within the budget.
    await ask();
    await ask();
    expect(judged).toHaveLength(1);
  });

  test('that fail leave the answer as it is, and nothing in the list', async () => {
    fails = true;
    await checked(100);
    expect(await ask()).toMatchObject({ reply: { content: 'Yes, to Norway.' } });
    await expect.poll(() => judged.length).toBe(1);
    expect((await list()).judgments).toEqual([]);
  });

  test.each([101, -1, 1.5])('refuse a share of %s percent', async (checkedPercent) => {
    expect(
      (await admin.send('POST', 'assistants', { name: 'A', instructions: 'B', checkedPercent })).status,
    ).toBe(400);
  });
});
