import { rm } from 'node:fs/promises';
import { describe, expect, it, test } from 'vitest';
import { knowledgeAnswerer } from '../../src/adapters/scripted/answerer.ts';
import { answererContract } from '../contracts/answerer.contract.ts';
import { ask, question } from '../support/ports/asking.ts';
import { knowledgeFolder } from '../support/files/knowledge-folder.ts';
import { knowledgeIn } from './support/knowledge.ts';

const SHOP = `---
url: https://shop.example/help
---
# Help

## Returning an order
Send it back within **30 days**. Use the label in the parcel.

## Opening hours
Monday to Friday, 9 to 17.
`;

const knowledgeDir = knowledgeFolder({ 'help.md': SHOP });

answererContract('The assistant without a model', async () => ({
  answerer: knowledgeAnswerer({ knowledge: knowledgeIn(knowledgeDir) }),
  known: { question: 'How do I return my order?', title: 'Returning an order' },
  close: async () => {},
}));

describe('The assistant without a model', () => {
  const answerer = knowledgeAnswerer({ knowledge: knowledgeIn(knowledgeDir) });

  it('points to the button of an action where it finds nothing else', async () => {
    const asked = question('Where is my zebra?', { offersAction: true });
    const { text, results } = await ask(answerer, asked);
    expect(text).toBe('You can look this up here. Choose the button below.');
    expect(results).toMatchObject([{ answered: true }]);
  });

  it('quotes the section word for word, with its title and the page of its document', async () => {
    const { text, results } = await ask(answerer, 'how can I return an order?');
    expect(text).toContain(
      '**Returning an order**\n\nSend it back within **30 days**. Use the label in the parcel.',
    );
    expect(results).toMatchObject([
      {
        sources: [{ title: 'Returning an order', url: 'https://shop.example/help' }],
        usage: { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 },
        model: 'knowledge',
      },
    ]);
  });

  it('says which addresses of the section it quotes', async () => {
    const quoting = knowledgeAnswerer({
      knowledge: knowledgeIn(
        knowledgeFolder({ 'help.md': '# Gift cards\nBuy gift cards at https://shop.example/gifts.' }),
      ),
    });
    const { results } = await ask(quoting, 'Where do I buy gift cards?');
    expect(results[0]?.links).toEqual(['https://shop.example/gifts']);
  });

  it('streams in words', async () => {
    const { deltas } = await ask(answerer, 'opening hours');
    expect(deltas.slice(0, 5)).toEqual(['From ', 'our ', 'documents, ', 'this ', 'may ']);
  });

  it('says plainly that it found nothing, and offers a person', async () => {
    const { text, results } = await ask(answerer, 'What is the capital of France?');
    expect(text).toContain('I could not find an answer to your question.');
    expect(text).toContain('Talk to a person');
    expect(results).toMatchObject([{ answered: false, sources: [] }]);
  });

  it('answers a greeting and thanks, in the language of the words, without a search', async () => {
    expect((await ask(answerer, 'Guten Tag!')).text).toBe('Hallo. Wie kann ich Ihnen helfen?');
    expect((await ask(answerer, 'Muchas gracias')).text).toBe('De nada. ¿Puedo ayudarle con algo más?');
  });

  it.each([
    ['👍', 'All right. You can ask another question at any time.'],
    ['no', 'All right. You can ask another question at any time.'],
    ['nein danke', 'Alles klar. Sie können jederzeit eine weitere Frage stellen.'],
  ])('takes %s for no question', async (message, reply) => {
    const { text, results } = await ask(answerer, message);
    expect(text).toBe(reply);
    expect(results).toMatchObject([{ answered: true, sources: [] }]);
  });

  it('offers pages and a person instead of a quote that does not have the words of the question', async () => {
    const paying = knowledgeAnswerer({
      knowledge: knowledgeIn(
        knowledgeFolder({
          'paying.md': '# Paying\n\n## Cash\nYou can pay cash at the desk.\n\n## Cards\nYou can pay by card.',
        }),
      ),
    });
    const { text, results } = await ask(paying, 'Can I pay in instalments?');
    expect(text).toBe(
      'I could not find a clear answer. These pages may help:\n\n- Cards\n- Cash\n- Talk to a person',
    );
    expect(results).toMatchObject([
      { answered: false, sources: [], suggestions: ['Cards', 'Cash', 'Talk to a person'] },
    ]);
  });

  it('takes the language of the browser where the words do not tell one', async () => {
    const { text } = await ask(answerer, question('Xyzzy?', { locale: 'fr-CA' }));
    expect(text).toContain('Je n’ai pas trouvé de réponse');
  });

  const QUOTE = '**Returning an order**\n\nSend it back within **30 days**. Use the label in the parcel.';

  it('says of the section that fits best that it may help, and offers a person', async () => {
    const { text, results } = await ask(answerer, 'can I return an order in winter?');
    expect(text).toBe(`From our documents, this may help:\n\n${QUOTE}\n\n- Talk to a person`);
    expect(results).toMatchObject([{ answered: true, suggestions: ['Talk to a person'] }]);
  });

  it('names further sections as suggestions', async () => {
    const { text, results } = await ask(answerer, 'are there opening hours for an order');
    expect(results[0]?.suggestions).toEqual(['Returning an order', 'Talk to a person']);
    expect(text).toMatch(/\n\n- Returning an order\n- Talk to a person$/);
  });

  it.each([['when-asked'], ['never']] as const)(
    'offers no person where it is not to: %s',
    async (handoff) => {
      const asked = question('how can I return an order?', { handoff });
      expect((await ask(answerer, asked)).text).toBe(`From our documents, this may help:\n\n${QUOTE}`);
    },
  );

  it('offers no person in a draft', async () => {
    const asked = question('how can I return an order?', { purpose: 'draft' });
    expect((await ask(answerer, asked)).text).not.toContain('Talk to a person');
  });

  it('looks a follow-up up with what it refers to', async () => {
    const history = [
      { role: 'visitor', content: 'opening hours' },
      { role: 'assistant', content: 'Monday to Friday.' },
    ] as const;
    const { text } = await ask(answerer, question('and what about that?', { history }));
    expect(text).toContain('Opening hours');
  });

  it('answers from the question, not from what was said before', async () => {
    const history = [
      { role: 'visitor', content: 'opening hours' },
      { role: 'assistant', content: 'Monday to Friday.' },
    ] as const;
    const { results } = await ask(answerer, question('And the capital of France?', { history }));
    expect(results).toMatchObject([{ answered: false }]);
  });
});

test('a folder that does not exist is an empty one', async () => {
  const answerer = knowledgeAnswerer({ knowledge: knowledgeIn('/nowhere/at/all') });
  expect((await ask(answerer, 'opening hours')).results).toMatchObject([{ answered: false }]);
});

test('without any source it says that it has no information yet, and reads no other folder', async () => {
  const { text, results } = await ask(knowledgeAnswerer({ knowledge: knowledgeIn('') }), 'opening hours');
  expect(text).toContain('I have no information about this yet.');
  expect(results).toMatchObject([{ answered: false }]);
});

test('a folder that cannot be read is a wrong setting, and is read again as soon as it can be', async () => {
  const inTheWay = `${knowledgeDir}/help.md`;
  const answerer = knowledgeAnswerer({ knowledge: knowledgeIn(inTheWay) });
  expect((await ask(answerer, 'opening hours')).failure).toBe('misconfigured: undefined');
  await rm(knowledgeDir, { recursive: true });
  expect((await ask(answerer, 'opening hours')).failure).toBeUndefined();
});
