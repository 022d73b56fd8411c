import { describe, expect, it } from 'vitest';
import { MODEL_APIS } from '../../src/spending/rules/models.ts';
import { answererContract } from '../contracts/answerer.contract.ts';
import { ask, question } from '../support/ports/asking.ts';
import { freshFixture } from '../support/fixtures.ts';
import { knowledgeFolder } from '../support/files/knowledge-folder.ts';
import { MODEL, startModel } from './support/model-answerer.ts';

const SHOP = `---
url: https://shop.example/help
---
# Help

## Returning an order
Send it back within 30 days.

## Opening hours
Monday to Friday.
`;

const knowledgeDir = knowledgeFolder({ 'help.md': SHOP });

describe.each(MODEL_APIS)('by the API %s', (api) => {
  answererContract('The assistant on a model', async () => {
    const { answerer, server, close } = await startModel({ api, knowledgeDir });
    const answers = { deltas: ['Within ', '30 days [1', '].'] };
    const call = { deltas: ['I am asking somebody.'], toolCall: { arguments: ['{}'] } };
    return {
      answerer: {
        answer(request, signal, onText, onUsed) {
          // How a model would react to these words is outside of this contract.
          server.script(request.history.at(-1)?.content.includes('to a person') ? call : answers);
          return answerer.answer(request, signal, onText, onUsed);
        },
      },
      known: { question: 'How do I return my order?', title: 'Returning an order' },
      close,
    };
  });

  describe('The assistant on a model', () => {
    const model = freshFixture(() => startModel({ api, knowledgeDir }));

    it('streams the text while the model writes it', async () => {
      model.server.script({ deltas: ['\n', 'Good ', 'day', '!'], hang: 3 });
      const abort = new AbortController();
      const heard: string[] = [];
      const listened = model.answerer.answer(
        question('Good day'),
        abort.signal,
        (piece) => heard.push(piece),
        () => undefined,
      );
      await expect.poll(() => heard.join('')).toBe('Good day');
      abort.abort();
      await expect(listened).rejects.toThrow();
    });

    it('reports the usage that the server counted', async () => {
      model.server.script({ deltas: ['Good ', 'day', '!'] });
      expect(await ask(model.answerer, 'Good day')).toMatchObject({
        text: 'Good day!',
        results: [
          {
            usage: { inputTokens: 120, outputTokens: 30, cachedInputTokens: 20 },
            model: MODEL,
            answered: true,
            sources: [],
          },
        ],
      });
    });

    it.each([1, 2, 3, 7, 64])('reads the same answer from response parts of %i bytes', async (partBytes) => {
      const deltas = ['Grüße 👋🏽 ', '字', '", \\n data: {', '\n\ndata: [DONE]', '🏳️‍🌈'];
      for (const lineEnd of ['\n', '\r\n'] as const) {
        model.server.script({ deltas, partBytes, lineEnd });
        expect((await ask(model.answerer, 'Hello')).text).toBe(deltas.join(''));
      }
    });

    it('numbers the sources in the order in which they are cited', async () => {
      const { text, results } = await (async () => {
        model.server.script({ deltas: ['Open on weekdays ', '[', '2', ']. Send it back ', '[1][2].'] });
        return ask(model.answerer, 'return order, opening hours help');
      })();
      expect(text).toBe('Open on weekdays [1]. Send it back [2][1].');
      const told = model.server.requests[0]?.messages[0];
      const order = [...(told?.content.matchAll(/<document number="\d">\n(.*)/g) ?? [])].map(
        ([, one]) => one,
      );
      expect(order).toHaveLength(2);
      expect(results[0]?.sources.map(({ title }) => `Help › ${title}`)).toEqual(order.toReversed());
      expect(results[0]?.sources.every(({ url }) => url === 'https://shop.example/help')).toBe(true);
    });

    it('keeps text that only looks like the start of a citation', async () => {
      model.server.script({ deltas: ['Opening hours: [', '1'] });
      expect((await ask(model.answerer, 'opening hours')).text).toBe('Opening hours: [1');
    });

    it('counts an answer marked as unsupported as unanswered, but not small talk', async () => {
      model.server.script({ deltas: ['I have no information about that. ', '[0]'] });
      const { text, results } = await ask(model.answerer, 'What is the capital of France?');
      expect(text.trim()).toBe('I have no information about that.');
      expect(results).toMatchObject([{ answered: false }]);
      model.server.script({ deltas: ['You are welcome.'] });
      expect((await ask(model.answerer, 'Thank you!')).results).toMatchObject([{ answered: true }]);
    });

    it('instructs the model to read all documents for a follow-up', async () => {
      const history = [
        { role: 'visitor', content: 'What are your opening hours?' },
        { role: 'assistant', content: 'Monday to Friday.' },
      ] as const;
      await ask(model.answerer, question('And at Christmas?', { history }));
      const told = model.server.requests[0]?.messages.at(-2)?.content;
      expect(told).toContain('Look into all documents for the latest question.');
    });

    describe('if the model calls the tool', () => {
      it('requests a person with the reason, and keeps the text', async () => {
        model.server.script({
          deltas: ['One moment.'],
          toolCall: { arguments: ['{"rea', 'son": " A broken ', 'parcel "}'] },
        });
        expect(await ask(model.answerer, 'Hm')).toMatchObject({
          text: 'One moment.',
          results: [{ requestHuman: { reason: 'A broken parcel' } }],
        });
      });

      it('adds a text in the language of the visitor if the model writes none', async () => {
        model.server.script({ toolCall: { arguments: ['{}'] } });
        const { text, results } = await ask(model.answerer, question('Hm', { locale: 'de' }));
        expect(text).toContain('Sie können weiterschreiben');
        expect(results).toMatchObject([{ requestHuman: {} }]);
      });

      it.each([['not JSON {{{'], [''], ['null'], ['[]'], ['{"reason": 7}'], ['{"reason": "  "}']])(
        'requests a person whatever the arguments are: %j',
        async (written) => {
          model.server.script({ toolCall: { arguments: [written] } });
          expect((await ask(model.answerer, 'Hm')).results[0]?.requestHuman).toEqual({});
        },
      );

      it('cuts a reason that is too long', async () => {
        model.server.script({ toolCall: { arguments: [JSON.stringify({ reason: '👋'.repeat(5000) })] } });
        expect((await ask(model.answerer, 'Hm')).results[0]?.requestHuman).toEqual({
          reason: '👋'.repeat(200),
        });
      });

      it('requests no person if the model only mentions the tool or calls an unknown tool', async () => {
        model.server.script(
          { deltas: ['request_human({"reason": "x"})'] },
          { deltas: ['Hello.'], toolCall: { name: 'delete_all', arguments: ['{"reason": "x"}'] } },
        );
        for (const asked of ['One', 'Two']) {
          expect((await ask(model.answerer, asked)).results[0]).not.toHaveProperty('requestHuman');
        }
      });

      it('separates concurrent tool calls whose pieces alternate', async () => {
        model.server.script({
          toolCalls: [
            { name: 'look_up', arguments: ['{"reason"', ': "not this"}'] },
            { arguments: ['{"reason"', ': "A broken', ' parcel"}'] },
            { arguments: ['{"reason": "said twice"}'] },
          ],
        });
        const { results } = await ask(model.answerer, 'Hm');
        expect(results[0]?.requestHuman).toEqual({ reason: 'A broken parcel' });
      });
    });

    it.each([
      [false],
      [null],
      ['many'],
      [{ prompt_tokens: -1, completion_tokens: 2 }],
      [{ prompt_tokens: '9' }],
    ])('estimates the usage from the length of the texts if the server reports %j', async (usage) => {
      model.server.script({ deltas: ['12345678'], usage });
      const { usage: counted } = (await ask(model.answerer, 'Hello')).results[0] ?? {};
      const sent = model.server.requests[0]?.messages.map(({ content }) => content).join('') ?? '';
      expect(counted).toEqual({
        inputTokens: Math.ceil(sent.length / 4),
        outputTokens: 2,
        cachedInputTokens: 0,
      });
    });
  });
});
