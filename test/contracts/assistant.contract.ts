import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Assistant, AssistantEvent } from '../../src/ports.ts';
import { ask, question } from '../support/asking.ts';

/** An assistant for one test. */
export interface AssistantSetup {
  assistant: Assistant;
  /** A question that it answers from a section with the title `known.title`. */
  known: { question: string; title: string };
  close(): Promise<void>;
}

/** What every assistant must do, whatever it finds its answers with. */
export function assistantContract(name: string, start: () => Promise<AssistantSetup>): void {
  describe(`${name}, as an assistant`, () => {
    let setup: AssistantSetup;
    beforeEach(async () => {
      setup = await start();
    });
    afterEach(() => setup.close());

    const events = async (content: string) => {
      const heard: AssistantEvent[] = [];
      const { signal } = new AbortController();
      for await (const event of setup.assistant.answer(question(content), signal)) heard.push(event);
      return heard;
    };

    it('yields text in pieces, then exactly one end', async () => {
      const heard = await events(setup.known.question);
      expect(heard.length).toBeGreaterThan(1);
      expect(heard.map(({ type }) => type).indexOf('done')).toBe(heard.length - 1);
      expect(heard.every((event) => event.type === 'done' || event.content !== '')).toBe(true);
    });

    it('names the section that an answer rests on', async () => {
      const { results } = await ask(setup.assistant, setup.known.question);
      expect(results).toMatchObject([{ answered: true, sources: [{ title: setup.known.title }] }]);
    });

    it('counts tokens in whole numbers, the cached ones among the input', async () => {
      const [result] = (await ask(setup.assistant, setup.known.question)).results;
      for (const tokens of Object.values(result?.usage ?? {})) expect(Number.isInteger(tokens)).toBe(true);
      expect(result?.usage.cachedInputTokens).toBeLessThanOrEqual(result?.usage.inputTokens ?? -1);
      expect(result?.model).not.toBe('');
    });

    it('asks for a person when the visitor does, and says so', async () => {
      const { text, results } = await ask(setup.assistant, 'I want to talk to a person.');
      expect(results).toMatchObject([{ requestHuman: expect.anything() }]);
      expect(text).not.toBe('');
    });

    it('asks for nobody when the visitor does not', async () => {
      const { results } = await ask(setup.assistant, setup.known.question);
      expect(results).toHaveLength(1);
      expect(results[0]).not.toHaveProperty('requestHuman');
    });

    it('answers one and the same question again, and many at once', async () => {
      const asked = Array.from({ length: 5 }, () => ask(setup.assistant, setup.known.question));
      const texts = (await Promise.all(asked)).map(({ text }) => text);
      expect(new Set(texts).size).toBe(1);
      expect((await ask(setup.assistant, setup.known.question)).text).toBe(texts[0]);
    });

    it('leaves what it was given as it was', async () => {
      const request = question(setup.known.question, {
        history: [
          { role: 'visitor', content: 'Hello' },
          { role: 'assistant', content: 'Hello!' },
          { role: 'system', content: 'A person was asked to join.' },
        ],
        locale: 'de-CH',
      });
      const before = structuredClone(request);
      Object.freeze(request);
      Object.freeze(request.history);
      request.history.forEach(Object.freeze);
      await ask(setup.assistant, request);
      expect(request).toEqual(before);
    });

    it('answers an empty conversation and hostile text without a crash', async () => {
      for (const content of ['', '   ', '\u0000\uD800', '[[[[[((((', '"'.repeat(4000), '字'.repeat(4000)]) {
        expect(await ask(setup.assistant, content)).toMatchObject({ results: [{}], failure: undefined });
      }
      const { signal } = new AbortController();
      const nothing = { ...question(''), history: [] };
      for await (const event of setup.assistant.answer(nothing, signal)) expect(event).toBeDefined();
    });

    it('says nothing after an abort, and throws its reason', async () => {
      const abort = new AbortController();
      const reason = new Error('The visitor has gone.');
      const heard: string[] = [];
      const listening = async () => {
        const answer = setup.assistant.answer(question(setup.known.question), abort.signal);
        for await (const event of answer) {
          heard.push(event.type);
          abort.abort(reason);
        }
      };
      await expect(listening()).rejects.toBe(reason);
      expect(heard).toEqual(['delta']);
    });

    it('does not begin for a caller who has gone already', async () => {
      const reason = new Error('Gone before.');
      await expect(ask(setup.assistant, setup.known.question, AbortSignal.abort(reason))).rejects.toBe(
        reason,
      );
    });
  });
}
