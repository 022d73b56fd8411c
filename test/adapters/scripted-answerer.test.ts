import { rm } from 'node:fs/promises';
import { describe, expect, it, test } from 'vitest';
import { knowledgeAnswerer } from '../../src/adapters/scripted/answerer.ts';
import { correctable } from '../../src/assistants/rules/quoted-passage.ts';
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

  it('points to the button of an action if it finds nothing else', async () => {
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

  it.each(['how can I return an order?', 'opening hours'])(
    'a correction of the quote for %j starts with the quoted passage',
    async (asked) => {
      const { text, results } = await ask(answerer, asked);
      const [{ basis, suggestions } = {}] = results;
      const passage = correctable({
        content: text,
        basis,
        suggestions,
      });
      expect(passage).toBe(
        asked === 'opening hours'
          ? 'Monday to Friday, 9 to 17.'
          : 'Send it back within **30 days**. Use the label in the parcel.',
      );
    },
  );

  it('returns the links of the section that it quotes', async () => {
    const quoting = knowledgeAnswerer({
      knowledge: knowledgeIn(
        knowledgeFolder({ 'help.md': '# Gift cards\nBuy gift cards at https://shop.example/gifts.' }),
      ),
    });
    const { results } = await ask(quoting, 'Where do I buy gift cards?');
    expect(results[0]?.links).toEqual(['https://shop.example/gifts']);
  });

  it('streams its answer word by word', async () => {
    const { deltas } = await ask(answerer, 'opening hours');
    expect(deltas.slice(0, 5)).toEqual(['From ', 'our ', 'documents, ', 'this ', 'may ']);
  });

  it('says that it found no answer, and offers a person', async () => {
    const { text, results } = await ask(answerer, 'What is the capital of France?');
    expect(text).toContain('I could not find an answer to your question.');
    expect(text).toContain('Talk to a person');
    expect(results).toMatchObject([{ answered: false, sources: [] }]);
  });

  it('answers a greeting or thanks in the language of the message, without a search', async () => {
    expect((await ask(answerer, 'Guten Tag!')).text).toBe('Hallo. Wie kann ich Ihnen helfen?');
    expect((await ask(answerer, 'Muchas gracias')).text).toBe('De nada. ¿Puedo ayudarle con algo más?');
  });

  it.each([
    ['👍', 'All right. You can ask another question at any time.'],
    ['no', 'All right. You can ask another question at any time.'],
    ['nein danke', 'Alles klar. Sie können jederzeit eine weitere Frage stellen.'],
  ])('does not treat %s as a question', async (message, reply) => {
    const { text, results } = await ask(answerer, message);
    expect(text).toBe(reply);
    expect(results).toMatchObject([{ answered: true, sources: [] }]);
  });

  it('offers pages and a person if no section contains the words of the question', async () => {
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

  it('answers in the language of the browser if the question has no known words', async () => {
    const { text } = await ask(answerer, question('Xyzzy?', { locale: 'fr-CA' }));
    expect(text).toContain('Je n’ai pas trouvé de réponse');
  });

  const QUOTE = '**Returning an order**\n\nSend it back within **30 days**. Use the label in the parcel.';

  it('says that the best section may help, and offers a person', async () => {
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
    'does not offer a person if the handoff rule is %s',
    async (handoff) => {
      const asked = question('how can I return an order?', { handoff });
      expect((await ask(answerer, asked)).text).toBe(`From our documents, this may help:\n\n${QUOTE}`);
    },
  );

  it('offers no person in a draft', async () => {
    const asked = question('how can I return an order?', { purpose: 'draft' });
    expect((await ask(answerer, asked)).text).not.toContain('Talk to a person');
  });

  it('searches a follow-up together with the earlier question', async () => {
    const history = [
      { role: 'visitor', content: 'opening hours' },
      { role: 'assistant', content: 'Monday to Friday.' },
    ] as const;
    const { text } = await ask(answerer, question('and what about that?', { history }));
    expect(text).toContain('Opening hours');
  });

  it('does not answer a new question from an earlier question', async () => {
    const history = [
      { role: 'visitor', content: 'opening hours' },
      { role: 'assistant', content: 'Monday to Friday.' },
    ] as const;
    const { results } = await ask(answerer, question('And the capital of France?', { history }));
    expect(results).toMatchObject([{ answered: false }]);
  });
});

test('a missing folder is treated as empty', async () => {
  const answerer = knowledgeAnswerer({ knowledge: knowledgeIn('/nowhere/at/all') });
  expect((await ask(answerer, 'opening hours')).results).toMatchObject([{ answered: false }]);
});

test('without any source the assistant says that it has no information yet, and reads no other folder', async () => {
  const { text, results } = await ask(knowledgeAnswerer({ knowledge: knowledgeIn('') }), 'opening hours');
  expect(text).toContain('I have no information about this yet.');
  expect(results).toMatchObject([{ answered: false }]);
});

test('a folder that cannot be read is reported as a wrong setting, and read again with the next question', async () => {
  const inTheWay = `${knowledgeDir}/help.md`;
  const answerer = knowledgeAnswerer({ knowledge: knowledgeIn(inTheWay) });
  expect((await ask(answerer, 'opening hours')).failure).toBe('misconfigured: undefined');
  await rm(knowledgeDir, { recursive: true });
  expect((await ask(answerer, 'opening hours')).failure).toBeUndefined();
});
