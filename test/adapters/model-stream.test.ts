import { describe, expect, test, vi } from 'vitest';
import { phrasesFor } from '../../src/adapters/scripted/phrases.ts';
import { MODEL_APIS } from '../../src/spending/rules/models.ts';
import type { FailureShape } from '../fakes/model/script.ts';
import { ask, question } from '../support/ports/asking.ts';
import { freshFixture } from '../support/fixtures.ts';
import { startModel } from './support/model-answerer.ts';

describe.each(MODEL_APIS)('an answer by the API %s', (api) => {
  const model = freshFixture(() => startModel({ api, limits: { failures: 100 } }));

  test('that reaches the token limit is interrupted, and a note below its text says so', async () => {
    model.server.script({ deltas: ['Once upon a '], finishReason: 'length' });
    const { text, results } = await ask(model.answerer, question('Tell', { locale: 'de' }));
    expect(text).toBe(`Once upon a \n\n${phrasesFor('de').cutShort}`);
    expect(results).toMatchObject([{ interrupted: true, usage: { outputTokens: 30 } }]);
  });

  test('that reaches the token limit before its first word fails as empty', async () => {
    model.server.script({ deltas: [], finishReason: 'length' });
    const asked = ask(model.answerer, 'Tell');
    await expect.poll(() => model.clock.sleeping()).toBe(2);
    model.clock.advance(1000);
    expect((await asked).failure).toBe('assistant-unavailable: empty');
  });

  test('that exceeds the token limit is cut off, and its connection is closed', async () => {
    const deltas = Array.from({ length: 400 }, () => 'x'.repeat(10_000));
    model.server.script({ deltas });
    const { text, results } = await ask(model.answerer, question('Tell', { locale: 'de' }));
    const { cutShort } = phrasesFor('de');
    expect(text.length).toBeLessThanOrEqual(16 * 1200 + 2 + cutShort.length);
    expect(text.endsWith(`x\n\n${cutShort}`)).toBe(true);
    expect(results).toMatchObject([{ interrupted: true }]);
    expect(results[0]?.usage.outputTokens).toBeGreaterThan(0);
  });

  test('with a tool call whose arguments exceed the limit does not call the tool', async () => {
    const toolCall = {
      name: 'request_human',
      arguments: ['{"reason":"', ...Array<string>(20).fill('x'.repeat(10_000)), '"}'],
    };
    model.server.script({ deltas: ['One moment.'], toolCall });
    const { text, results } = await ask(model.answerer, question('Tell', { locale: 'de' }));
    expect(text).toBe(`One moment.\n\n${phrasesFor('de').cutShort}`);
    expect(results[0]).not.toHaveProperty('requestHuman');
  });

  test('that is a refusal of the model is shown, and counts as unanswered', async () => {
    model.server.script({ deltas: ['I cannot ', 'help with that.'], refusal: true });
    expect(await ask(model.answerer, 'Thank you!')).toMatchObject({
      text: 'I cannot help with that.',
      results: [{ answered: false }],
    });
  });

  test('is parsed once for each event, and pushed in no more pieces than events', async () => {
    const deltas = Array.from({ length: 40 }, (_, index) => `word${index} `);
    model.server.script({ deltas });
    const parse = vi.spyOn(JSON, 'parse');
    try {
      const heard = await ask(model.answerer, 'Hello');
      expect(heard.text).toBe(deltas.join(''));
      expect(heard.deltas.length).toBeLessThanOrEqual(deltas.length);
      const parsed = parse.mock.calls.filter(([text]) => /delta.*word\d+ /.test(text));
      expect(parsed).toHaveLength(deltas.length);
    } finally {
      parse.mockRestore();
    }
  });

  test('sets the same number of timers and listeners for many pieces as for few', async () => {
    const spies = () => [
      vi.spyOn(globalThis, 'setTimeout'),
      vi.spyOn(model.clock, 'after'),
      vi.spyOn(EventTarget.prototype, 'addEventListener'),
    ];
    async function callsFor(pieces: number): Promise<number[]> {
      model.server.script({ deltas: Array.from({ length: pieces }, (_, index) => `word${index} `) });
      const watched = spies();
      try {
        await ask(model.answerer, 'Hello');
        return watched.map((spy) => spy.mock.calls.length);
      } finally {
        for (const spy of watched) spy.mockRestore();
      }
    }
    // The first one opens the connection.
    await callsFor(1);
    expect(await callsFor(60)).toEqual(await callsFor(1));
  });

  test('may contain events of unknown kinds', async () => {
    model.server.script({ deltas: ['Good day.'], unknownEvents: true });
    expect((await ask(model.answerer, 'Hello')).text).toBe('Good day.');
  });

  test('counts reasoning tokens as output, and reports tokens read from and written to the cache', async () => {
    const usage = {
      prompt_tokens: 2000,
      completion_tokens: 300,
      prompt_tokens_details: { cached_tokens: 1024, cache_write_tokens: 512 },
      completion_tokens_details: { reasoning_tokens: 270 },
    };
    model.server.script({ deltas: ['Yes.'], usage });
    expect((await ask(model.answerer, 'Hello')).results[0]?.usage).toEqual({
      inputTokens: 2000,
      outputTokens: 300,
      cachedInputTokens: 1024,
      cacheWriteTokens: 512,
    });
  });

  test('is recorded with the name of the model that answered, not of the model that was requested', async () => {
    model.server.script({ deltas: ['Yes.'], model: 'gpt-5.6-luna-2026-07-09' });
    expect((await ask(model.answerer, 'Hello')).results[0]?.model).toBe('gpt-5.6-luna-2026-07-09');
    expect(model.languageModel.state().model).toBe('gpt-5.6-luna-2026-07-09');
  });

  test.each([
    ['a page', '<html>Sign in</html>', 'text/html'],
    ['a reply that is not a stream', '{"choices":[]}', 'application/json; charset=utf-8'],
  ])('that is %s fails as the wrong protocol, and is not requested again', async (_name, badEvent, type) => {
    model.server.script({ badEvent, headers: { 'content-type': type } });
    expect((await ask(model.answerer, 'Hello')).failure).toBe('assistant-unavailable: wrong-protocol');
    expect(model.server.requests).toHaveLength(1);
    expect(model.languageModel.state().problem).toBe('wrong-protocol');
    model.server.script({ deltas: ['Back.'] });
    await ask(model.answerer, 'Hello');
    expect(model.languageModel.state()).not.toHaveProperty('problem');
  });

  test('with the events of the other API fails as the wrong protocol', async () => {
    const chat = '{"object":"chat.completion.chunk","choices":[{"delta":{"content":"x"}}]}';
    const responses = '{"type":"response.output_text.delta","delta":"x"}';
    model.server.script({ badEvent: api === 'responses' ? chat : responses });
    expect((await ask(model.answerer, 'Hello')).failure).toBe('assistant-unavailable: wrong-protocol');
  });

  test('of a deleted deployment fails with the reason model-not-found', async () => {
    model.server.deployments('another');
    expect((await ask(model.answerer, 'Hello')).failure).toBe('assistant-unavailable: model-not-found');
    expect(model.server.requests).toHaveLength(1);
  });
});

describe('a failure event in the stream of the Responses API', () => {
  const model = freshFixture(() => startModel({ api: 'responses' }));

  const SHAPES: FailureShape[] = ['flat', 'nested', 'failed', 'failed-then-nested'];
  test.each(SHAPES)('of the shape %s is retried as a rate limit', async (shape) => {
    const failure = { code: 'rate_limit_exceeded', shape };
    model.server.script({ failure }, { deltas: ['Here I am.'] });
    const asked = ask(model.answerer, 'Hello');
    await expect.poll(() => model.clock.sleeping()).toBe(2);
    model.clock.advance(1000);
    expect((await asked).text).toBe('Here I am.');
  });

  test('is not retried if the response headers ask for a long wait', async () => {
    const failure = { code: 'too_many_requests', shape: 'nested' } as const;
    model.server.script({ failure, headers: { 'retry-after': '60' } });
    expect((await ask(model.answerer, 'Hello')).failure).toBe('assistant-unavailable: rate-limited');
    expect(model.server.requests).toHaveLength(1);
  });

  test('with an unknown code is a server error', async () => {
    model.server.script({ deltas: ['Half'], failure: { code: 'what-is-this', shape: 'failed' } });
    expect((await ask(model.answerer, 'Hello')).failure).toBe('assistant-unavailable: server-error');
  });

  test('that names a missing model is not retried', async () => {
    model.server.script({ failure: { code: 'model_not_found' } });
    expect((await ask(model.answerer, 'Hello')).failure).toBe('assistant-unavailable: model-not-found');
    expect(model.server.requests).toHaveLength(1);
  });
});
