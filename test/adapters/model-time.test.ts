import { describe, expect, it } from 'vitest';
import { MODEL_APIS } from '../../src/spending/rules/models.ts';
import { ask, question } from '../support/ports/asking.ts';
import { freshFixture } from '../support/fixtures.ts';
import { startModel } from './support/model-answerer.ts';

describe.each(MODEL_APIS)('by the API %s', (api) => {
  const model = freshFixture(() => startModel({ api }));

  const ask1 = () => ask(model.answerer, 'Hello');
  const calls = (count: number) => expect.poll(() => model.server.requests.length).toBe(count);

  describe('time limits', () => {
    it.each(['before-headers', 0] as const)('the first word may take 20 s (silent from %s)', async (hang) => {
      model.server.script({ hang });
      const asked = ask1();
      await calls(1);
      model.clock.advance(19_999);
      expect(model.clock.sleeping()).toBe(1);
      model.clock.advance(1);
      expect(await asked).toMatchObject({ text: '', failure: 'assistant-unavailable: timeout' });
      expect(model.languageModel.state().problem).toBe('timeout');
      expect(await model.server.requests[0]?.cut).toBe(true);
      expect(model.server.requests).toHaveLength(1);
    });

    it('the 20 s include waiting for a token of the identity', async () => {
      const token = () => new Promise<string>(() => undefined);
      const silent = await startModel({
        server: { kind: 'azure-openai', api, endpoint: model.server.url, deployment: 'assistant', token },
      });
      const asked = ask(silent.answerer, 'Hello');
      await expect.poll(() => silent.clock.sleeping()).toBe(1);
      silent.clock.advance(20_000);
      expect((await asked).failure).toBe('assistant-unavailable: timeout');
      await silent.close();
    });

    it('a whole answer may take 90 s', async () => {
      model.server.script({ deltas: ['I ', 'think ', 'so'], hang: 2 });
      const heard: string[] = [];
      const { signal } = new AbortController();
      const listening = model.answerer.answer(
        question('Hello'),
        signal,
        (piece) => heard.push(piece),
        () => undefined,
      );
      await expect.poll(() => heard.join('')).toBe('I think ');
      model.clock.advance(20_000);
      await expect.poll(() => model.clock.sleeping()).toBe(1);
      model.clock.advance(69_999);
      expect(model.clock.sleeping()).toBe(1);
      model.clock.advance(1);
      await expect(listening).rejects.toMatchObject({ details: { reason: 'timeout' } });
      expect(await model.server.requests[0]?.cut).toBe(true);
    });

    it('the 20 s include all retries', async () => {
      model.server.script({ error: { status: 503, headers: { 'retry-after': '7' } } });
      const asked = ask1();
      for (const repeat of [1, 2]) {
        await calls(repeat);
        await expect.poll(() => model.clock.sleeping()).toBe(2);
        model.clock.advance(repeat === 1 ? 8000 : 12_000);
      }
      expect((await asked).failure).toBe('assistant-unavailable: server-error');
      expect(model.server.requests).toHaveLength(2);
    });

    it('no timer remains after an answer', async () => {
      await ask1();
      expect(model.clock.sleeping()).toBe(0);
    });
  });

  describe('a caller that aborts', () => {
    it.each(['before-headers', 0, 1] as const)(
      'stops the call of the model (silent from %s)',
      async (hang) => {
        model.server.script({ deltas: ['I '], hang });
        const abort = new AbortController();
        const reason = new Error('gone');
        const asked = ask(model.answerer, 'Hello', abort.signal);
        await calls(1);
        abort.abort(reason);
        await expect(asked).rejects.toBe(reason);
        expect(await model.server.requests[0]?.cut).toBe(true);
        expect(model.clock.sleeping()).toBe(0);
      },
    );

    it('stops the wait before a retry', async () => {
      model.server.script({ error: { status: 503 } });
      const abort = new AbortController();
      const asked = ask(model.answerer, 'Hello', abort.signal);
      await expect.poll(() => model.clock.sleeping()).toBe(2);
      abort.abort();
      await expect(asked).rejects.toThrow();
      expect(model.server.requests).toHaveLength(1);
    });
  });

  describe('the circuit', () => {
    const broken = { deltas: ['x'], die: 1 };
    const open = async () => {
      model.server.script(broken);
      for (let call = 1; call <= 5; call++) {
        expect((await ask1()).failure).toBe('assistant-unavailable: broken-stream');
      }
    };

    it('opens after five failed answers in a row, and then no request is sent', async () => {
      await open();
      expect((await ask1()).failure).toBe('assistant-unavailable: circuit-open');
      expect(model.server.requests).toHaveLength(5);
    });

    it('counts failures from zero after a successful answer', async () => {
      for (let round = 1; round <= 2; round++) {
        model.server.script(broken);
        for (let call = 1; call <= 4; call++) await ask1();
        model.server.script({ echo: true });
        expect((await ask1()).text).toBe('Hello');
      }
    });

    it('allows one request after half a minute, and closes if it succeeds', async () => {
      await open();
      model.clock.advance(30_000);
      model.server.script({ deltas: ['I ', 'am back.'], hang: 1 }, { echo: true });
      const abort = new AbortController();
      const probe = ask(model.answerer, 'Hello', abort.signal);
      await calls(6);
      expect((await ask1()).failure).toBe('assistant-unavailable: circuit-open');
      abort.abort();
      await expect(probe).rejects.toThrow();
      expect((await ask1()).text).toBe('Hello');
      expect((await ask1()).text).toBe('Hello');
    });

    it('stays closed if the server refuses a request or the content filter stops it', async () => {
      await ask1();
      model.server.script({ error: { status: 400, body: { error: { code: 'content_filter' } } } });
      for (let call = 1; call <= 6; call++) expect((await ask1()).failure).toBeUndefined();
      model.server.script({ error: { status: 422 } });
      for (let call = 1; call <= 6; call++) {
        expect((await ask1()).failure).toBe('assistant-unavailable: refused');
      }
    });
  });
});
