import { describe, expect, it } from 'vitest';
import type { ScriptedReply } from '../fakes/model/script.ts';
import { MODEL_APIS } from '../../src/spending/rules/models.ts';
import { ask, question } from '../support/ports/asking.ts';
import { freshFixture } from '../support/fixtures.ts';
import { startModel } from './support/model-answerer.ts';

describe.each(MODEL_APIS)('by the API %s', (api) => {
  const model = freshFixture(() => startModel({ api, limits: { failures: 100 } }));

  /** Asks, and lets the time pass that the assistant waits before each of so many repeats. */
  async function askThrough(repeats: number, waitMs = 60_000) {
    const asked = ask(model.answerer, 'Hello');
    for (let repeat = 1; repeat <= repeats; repeat++) {
      await expect.poll(() => model.recorded.length).toBe(repeat);
      // The time-out sleeps all along; the second sleeper is the wait.
      await expect.poll(() => model.clock.sleeping()).toBe(2);
      model.clock.advance(Math.min(waitMs, 1000));
    }
    return asked;
  }

  const ANSWER: ScriptedReply = { deltas: ['Here I am.'] };
  const status = (code: number, headers = {}): ScriptedReply => ({
    error: { status: code, body: { error: { message: 'Something about a visitor', code: null } }, headers },
  });

  describe('before the model has sent text', () => {
    it.each<[string, ScriptedReply, string]>([
      ['a server error', status(500), 'server-error'],
      ['an overload', status(503), 'server-error'],
      ['too many calls', status(429), 'rate-limited'],
      ['a line that is cut', { die: 'before-headers' }, 'unreachable'],
      ['a line that is cut after the headers', { die: 0 }, 'broken-stream'],
      ['an error inside of the stream', { failure: { code: 'server_error' } }, 'server-error'],
      ['a rate limit inside of the stream', { failure: { code: 'rate_limit_exceeded' } }, 'rate-limited'],
      ['an event that is not JSON', { badEvent: '<html>' }, 'broken-stream'],
      ['an answer without an end', { finishReason: null }, 'broken-stream'],
    ])('%s is retried twice', async (_name, failing, reason) => {
      model.server.script(failing, failing, ANSWER);
      expect(await askThrough(2)).toMatchObject({ text: 'Here I am.', failure: undefined });
      expect(model.recorded).toEqual([
        { type: 'retry', operation: 'assistant', attempt: 1 },
        { type: 'retry', operation: 'assistant', attempt: 2 },
      ]);
      model.server.script(failing);
      const again = ask(model.answerer, 'Hello');
      for (const repeats of [3, 4]) {
        await expect.poll(() => model.recorded.length).toBe(repeats);
        await expect.poll(() => model.clock.sleeping()).toBe(2);
        model.clock.advance(1000);
      }
      expect(await again).toMatchObject({ text: '', failure: `assistant-unavailable: ${reason}` });
      expect(model.server.requests).toHaveLength(6);
    });

    it.each<[string, ScriptedReply]>([
      ['no text', { deltas: [] }],
      ['white space', { deltas: [' ', '\n\n'] }],
      ['only another tool', { toolCall: { name: 'search', arguments: ['{}'] } }],
    ])('an empty answer (%s) is retried once', async (_name, empty) => {
      model.server.script(empty);
      expect(await askThrough(1)).toMatchObject({ text: '', failure: 'assistant-unavailable: empty' });
      expect(model.server.requests).toHaveLength(2);
    });

    it.each([
      [400, 'refused'],
      [401, 'access-denied'],
      [403, 'access-denied'],
      [404, 'model-not-found'],
      [422, 'refused'],
    ])('a refusal with %i is not retried, and is reported as %s', async (code, reason) => {
      model.server.script(status(code));
      expect(await ask(model.answerer, 'Hello')).toMatchObject({
        failure: `assistant-unavailable: ${reason}`,
      });
      expect(model.server.requests).toHaveLength(1);
      expect(model.languageModel.state().problem).toBe(reason);
    });

    it('an address without a server is reported as unreachable', async () => {
      await model.server.close();
      expect(await askThrough(2)).toMatchObject({ failure: 'assistant-unavailable: unreachable' });
    });

    it.each([
      [{ 'retry-after': '3' }, 3000],
      [{ 'retry-after-ms': '1500', 'retry-after': '90' }, 1500],
      [{ 'retry-after': 'Fri, 20 Nov 2026 17:24:05 GMT' }, 5000],
    ])('waits as long as the server asks: %j', async (headers, waitMs) => {
      model.server.script(status(429, headers), ANSWER);
      const asked = ask(model.answerer, 'Hello');
      await expect.poll(() => model.clock.sleeping()).toBe(2);
      model.clock.advance(waitMs);
      expect(model.clock.sleeping()).toBe(2);
      expect(model.server.requests).toHaveLength(1);
      model.clock.advance(500);
      expect((await asked).text).toBe('Here I am.');
    });

    it('fails immediately if the server asks for a long wait', async () => {
      model.server.script(status(429, { 'retry-after': '60' }));
      expect(await ask(model.answerer, 'Hello')).toMatchObject({
        failure: 'assistant-unavailable: rate-limited',
      });
      expect(model.server.requests).toHaveLength(1);
    });
  });

  describe('after the model has sent text', () => {
    it.each<[string, ScriptedReply]>([
      ['the line is cut', { deltas: ['Half an ', 'answer'], die: 1 }],
      ['the answer has no end', { deltas: ['Half an '], finishReason: null }],
      ['the server reports an error', { deltas: ['Half an '], failure: { code: 'server_error' } }],
      ['the server sends nonsense', { deltas: ['Half an '], badEvent: '{"choices":' }],
    ])('nothing is retried if %s', async (name, breaking) => {
      model.server.script(breaking);
      expect(await ask(model.answerer, 'Hello')).toMatchObject({
        text: 'Half an ',
        results: [],
        failure: `assistant-unavailable: ${name === 'the server reports an error' ? 'server-error' : 'broken-stream'}`,
      });
      expect(model.server.requests).toHaveLength(1);
      expect(model.recorded).toEqual([]);
    });
  });

  describe('the content filter', () => {
    const FRIENDLY =
      'I cannot answer this question. Try a different one. You can also choose “Talk to a person”.';
    const filtered = (error: unknown): ScriptedReply => ({ error: { status: 400, body: { error } } });

    it.each<[string, ScriptedReply]>([
      [
        'a question',
        filtered({ code: 'content_filter', message: 'The response was filtered', param: 'prompt' }),
      ],
      [
        'a question, behind a proxy',
        filtered({ code: '400', innererror: { code: 'ResponsibleAIPolicyViolation' } }),
      ],
      ['a question, in the stream', { failure: { code: 'content_filter' } }],
      ['an answer before its first word', { deltas: [], finishReason: 'content_filter' }],
    ])('that stops %s leads to a friendly reply instead of an error', async (_name, script) => {
      model.server.script(script);
      expect(await ask(model.answerer, 'Something bad')).toMatchObject({
        text: FRIENDLY,
        failure: undefined,
        results: [{ answered: false, sources: [] }],
      });
      expect(model.server.requests).toHaveLength(1);
    });

    it('that stops an answer in the middle adds a note below its text', async () => {
      model.server.script({ deltas: ['Well, '], finishReason: 'content_filter' });
      const { text } = await ask(model.answerer, question('Something bad', { locale: 'en-GB' }));
      expect(text).toBe(`Well, \n\n${FRIENDLY}`);
    });
  });
});
