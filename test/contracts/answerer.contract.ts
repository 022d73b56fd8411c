import { describe, expect, it } from 'vitest';
import type { Answerer, KnowledgeSource } from '../../src/ports.ts';
import { ask, question } from '../support/ports/asking.ts';
import { freshFixture } from '../support/fixtures.ts';

/** An answerer for one test. */
interface AnswererSetup {
  answerer: Answerer;
  /** A question that it answers from a section with the title `known.title`. */
  known: { question: string; title: string };
  close(): Promise<void>;
}

/** The contract of every answerer, with a model or without. */
export function answererContract(name: string, start: () => Promise<AnswererSetup>): void {
  describe(`${name}, as an answerer`, () => {
    const setup = freshFixture(() => start());

    it('streams its text in non-empty pieces, and sends no piece after the result', async () => {
      const { deltas, results } = await ask(setup.answerer, setup.known.question);
      expect(deltas.length).toBeGreaterThan(0);
      expect(deltas.every((piece) => piece !== '')).toBe(true);
      expect(results).toHaveLength(1);
      const atEnd = [...deltas];
      await new Promise(setImmediate);
      expect(deltas).toEqual(atEnd);
    });

    it('returns the section that an answer is based on as its source', async () => {
      const { results } = await ask(setup.answerer, setup.known.question);
      expect(results).toMatchObject([{ answered: true, sources: [{ title: setup.known.title }] }]);
    });

    it('returns whole numbers of tokens, and cached tokens are part of the input tokens', async () => {
      const [result] = (await ask(setup.answerer, setup.known.question)).results;
      for (const tokens of Object.values(result?.usage ?? {})) expect(Number.isInteger(tokens)).toBe(true);
      expect(result?.usage.cachedInputTokens).toBeLessThanOrEqual(result?.usage.inputTokens ?? -1);
      expect(result?.model).not.toBe('');
    });

    it('requests an agent when the visitor asks for one, and writes an answer', async () => {
      const { text, results } = await ask(setup.answerer, 'I want to talk to a person.');
      expect(results).toMatchObject([{ requestHuman: { byVisitor: true } }]);
      expect(text).not.toBe('');
    });

    it('requests an agent for a visitor who asks, if the handoff setting is "when-asked"', async () => {
      const asked = question('I want to talk to a person.', { handoff: 'when-asked' });
      expect((await ask(setup.answerer, asked)).results).toMatchObject([
        { requestHuman: { byVisitor: true } },
      ]);
    });

    it('requests no agent if the handoff setting is "never", even if the visitor asks', async () => {
      const asked = question('I want to talk to a person.', { handoff: 'never' });
      const { text, results } = await ask(setup.answerer, asked);
      expect(results).toHaveLength(1);
      expect(results[0]).not.toHaveProperty('requestHuman');
      expect(text).not.toBe('');
    });

    it('answers only from the given documents', async () => {
      const { question: known } = setup.known;
      const from = async (markdown: string[], key: string) => {
        const documents = markdown.map((text, index) => ({ name: `${index}.md`, markdown: text }));
        const knowledge: KnowledgeSource = {
          kind: 'documents',
          key,
          documents: () => Promise.resolve(documents),
        };
        return (await ask(setup.answerer, question(known, { knowledge }))).results[0];
      };
      const own = await from([`# Our own words\n\nOn the question “${known}” there is a rule.`], 'one');
      expect(own).toMatchObject({ answered: true, sources: [{ title: 'Our own words' }] });
      expect(await from([], 'two')).toMatchObject({ answered: false, sources: [] });
    });

    it('reads the documents once, and again only after their key has changed', async () => {
      const read: string[] = [];
      const knowledge = (key: string): KnowledgeSource => ({
        kind: 'documents',
        key,
        documents() {
          read.push(key);
          return Promise.resolve([{ name: 'a.md', markdown: `# ${key}\n\n${setup.known.question}` }]);
        },
      });
      const titles: unknown[] = [];
      for (const key of ['first', 'first', 'second']) {
        const asked = question(setup.known.question, { knowledge: knowledge(key) });
        titles.push((await ask(setup.answerer, asked)).results[0]?.sources[0]?.title);
      }
      expect(titles).toEqual(['first', 'first', 'second']);
      expect(read).toEqual(['first', 'second']);
    });

    it('requests no agent when the visitor does not', async () => {
      const { results } = await ask(setup.answerer, setup.known.question);
      expect(results).toHaveLength(1);
      expect(results[0]).not.toHaveProperty('requestHuman');
    });

    it('gives the same answer to a question that is repeated or asked concurrently', async () => {
      const asked = Array.from({ length: 5 }, () => ask(setup.answerer, setup.known.question));
      const texts = (await Promise.all(asked)).map(({ text }) => text);
      expect(new Set(texts).size).toBe(1);
      expect((await ask(setup.answerer, setup.known.question)).text).toBe(texts[0]);
    });

    it('does not change the question that it is given', async () => {
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
      await ask(setup.answerer, request);
      expect(request).toEqual(before);
    });

    it('answers an empty conversation and hostile text without a crash', async () => {
      for (const content of ['', '   ', '\u0000\uD800', '[[[[[((((', '"'.repeat(4000), '字'.repeat(4000)]) {
        expect(await ask(setup.answerer, content)).toMatchObject({ results: [{}], failure: undefined });
      }
      expect((await ask(setup.answerer, { ...question(''), history: [] })).results).toHaveLength(1);
    });

    it('sends no more text after an abort, and rejects with the reason of the abort', async () => {
      const abort = new AbortController();
      const reason = new Error('The visitor has gone.');
      const heard: string[] = [];
      const onText = (piece: string) => {
        heard.push(piece);
        abort.abort(reason);
      };
      const asked = question(setup.known.question);
      const answer = setup.answerer.answer(asked, abort.signal, onText, () => undefined);
      await expect(answer).rejects.toBe(reason);
      expect(heard).toHaveLength(1);
    });

    it('rejects a question whose signal is already aborted', async () => {
      const reason = new Error('Gone before.');
      await expect(ask(setup.answerer, setup.known.question, AbortSignal.abort(reason))).rejects.toBe(reason);
    });
  });
}
