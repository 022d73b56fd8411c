import { describe, expect, it } from 'vitest';
import { MODEL_APIS } from '../../src/spending/rules/models.ts';
import type { AnswerUsage } from '../../src/ports.ts';
import { ask, question } from '../support/ports/asking.ts';
import { freshFixture } from '../support/fixtures.ts';
import { knowledgeFolder } from '../support/files/knowledge-folder.ts';
import { startModel } from './support/model-answerer.ts';
import { searches, SHOP, toolResults } from './support/searching.ts';

const knowledgeDir = knowledgeFolder(SHOP);

const RETURNS = 'How do I return an order?';

describe.each(MODEL_APIS)('a search of the model that is interrupted, by the API %s', (api) => {
  const limits = { firstTokenMs: 20_000, answerMs: 60_000 };
  const model = freshFixture(() => startModel({ api, knowledgeDir, wholeKnowledgeTokens: 0, limits }));

  /** Moves the time past the pause before a retry, once the answer waits for it. */
  async function passPause(): Promise<void> {
    await expect.poll(() => model.clock.sleeping()).toBe(2);
    model.clock.advance(1000);
  }

  it.each([[{ die: 'before-headers' }], [{ error: { status: 503 } }], [{ deltas: ['x'], die: 0 }]] as const)(
    'continues after the search if the next call fails with %j',
    async (failure) => {
      model.server.script(searches('guarantee'), failure, { deltas: ['Ten years [2].'] });
      const asked = ask(model.answerer, RETURNS);
      await passPause();
      const { text, results, used } = await asked;
      expect(used).toMatchObject([{ usage: { inputTokens: 120 } }]);
      expect(text).toBe('Ten years [1].');
      expect(model.server.requests).toHaveLength(3);
      expect(toolResults(model.server.requests[2])).toEqual(toolResults(model.server.requests[1]));
      expect(results[0]?.usage.inputTokens).toBe(120);
    },
  );

  it('continues after the search if text was streamed before it, without repeating the text', async () => {
    model.server.script(
      { deltas: ['Let me see.'], ...searches('guarantee') },
      { error: { status: 503 } },
      { deltas: ['Ten years.'] },
    );
    const asked = ask(model.answerer, RETURNS);
    await passPause();
    expect((await asked).text).toBe('Let me see.\n\nTen years.');
  });

  it('fails if the text of the next call breaks off, and reports the usage of earlier calls', async () => {
    model.server.script(searches('guarantee'), { deltas: ['Ten ', 'years'], die: 1 });
    const { text, used, failure } = await ask(model.answerer, RETURNS);
    expect(text).toBe('Ten ');
    expect(failure).toBe('assistant-unavailable: broken-stream');
    expect(used).toMatchObject([{ usage: { inputTokens: 120, outputTokens: 30 } }]);
  });

  it('reports the usage of the first call before the next call is answered', async () => {
    const used: AnswerUsage[] = [];
    let before: number | undefined;
    model.server.script(searches('guarantee'), () => {
      before = used.length;
      return { deltas: ['Ten years.'] };
    });
    const { signal } = new AbortController();
    await model.answerer.answer(
      question(RETURNS),
      signal,
      () => undefined,
      (call) => used.push(call),
    );
    expect(before).toBe(1);
  });

  it('has one time limit for all calls of an answer', async () => {
    model.server.script(searches('guarantee'), { hang: 'before-headers' });
    const asked = ask(model.answerer, RETURNS);
    await expect.poll(() => model.server.requests.length).toBe(2);
    await expect.poll(() => model.clock.sleeping()).toBe(1);
    model.clock.advance(limits.firstTokenMs);
    await expect.poll(() => model.clock.sleeping()).toBe(1);
    model.clock.advance(limits.answerMs - limits.firstTokenMs);
    expect((await asked).failure).toBe('assistant-unavailable: timeout');
    expect(await model.server.requests[1]?.cut).toBe(true);
  });

  it('stops when the visitor leaves: no further call is made', async () => {
    const abort = new AbortController();
    const reason = new Error('The visitor has gone.');
    model.server.script(() => {
      abort.abort(reason);
      return searches('guarantee');
    });
    await expect(ask(model.answerer, RETURNS, abort.signal)).rejects.toBe(reason);
    expect(model.server.requests).toHaveLength(1);
  });
});
