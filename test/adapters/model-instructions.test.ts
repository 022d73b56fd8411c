import { describe, expect, it } from 'vitest';
import { MODEL_APIS } from '../../src/spending/rules/models.ts';
import { instructedModel } from '../fakes/model/instructed.ts';
import { ask, question } from '../support/ports/asking.ts';
import { freshFixture } from '../support/fixtures.ts';
import { knowledgeFolder } from '../support/files/knowledge-folder.ts';
import { startModel } from './support/model-answerer.ts';

// A model that follows exactly its instructions, so that its output shows which ones it got.
const SHOP = `# Shop

## Sending abroad
We ship to Norway and Switzerland.

## Price of a single room
A single room costs 50 euros.

## Price of a double room
A double room costs 80 euros.

## Returning an order
Send it back within 30 days.

## Guarantee
Steel frames last ten years.

## Opening hours
Monday to Friday.

## Vouchers
They never expire.
`;
const GERMAN = { wann: 'opening', öffnet: 'hours', ihr: 'you' };

const knowledgeDir = knowledgeFolder({ 'shop.md': SHOP });

describe.each(MODEL_APIS)('a model that follows its instructions, by the API %s', (api) => {
  describe.each([
    ['with the whole documents', 12_000],
    ['with the sections found', 0],
  ])('%s', (_with, wholeKnowledgeTokens) => {
    const model = freshFixture(() => startModel({ api, knowledgeDir, wholeKnowledgeTokens }));
    const answered = async (...asked: Parameters<typeof question>) => {
      model.server.script(instructedModel(GERMAN));
      const { text, results } = await ask(model.answerer, question(...asked));
      return { text, result: results[0] };
    };

    it('answers a question that a document answers, and cites it', async () => {
      const { text, result } = await answered('Do you ship to Norway?');
      expect(text).toBe('We ship to Norway and Switzerland. [1]');
      expect(result).toMatchObject({ answered: true, sources: [{ title: 'Sending abroad' }] });
    });

    it('does not answer a question similar to a document, cites nothing, and offers a person', async () => {
      const { text, result } = await answered('Do you ship to Japan?');
      expect(text).toBe('I do not know that. A person of the team can help.');
      expect(result).toMatchObject({ answered: false, sources: [] });
      expect(result).not.toHaveProperty('requestHuman');
    });

    it('does not answer a question about another subject, which counts as unanswered', async () => {
      const { text, result } = await answered('Who won the world cup?');
      expect(text).toBe('I do not know that. A person of the team can help.');
      expect(result).toMatchObject({ answered: false, sources: [] });
    });

    it.each(['when-asked', 'never'] as const)(
      'does not offer a person if the handoff rule is %s',
      async (handoff) => {
        expect((await answered('Who won the world cup?', { handoff })).text).toBe('I do not know that.');
      },
    );

    it('asks back if a question is ambiguous, and names its possible meanings', async () => {
      const { text, result } = await answered('What is the price of a room?');
      expect(text).toMatch(/^Do you mean .*\?$/);
      expect(text).toContain('Price of a single room');
      expect(text).toContain('Price of a double room');
      expect(result).toMatchObject({ answered: true, sources: [] });
    });

    it('answers with the meaning that the visitor chooses', async () => {
      const history = [
        { role: 'visitor', content: 'What is the price of a room?' },
        { role: 'assistant', content: 'Do you mean Price of a single room or Price of a double room?' },
      ] as const;
      const { text, result } = await answered('The double room', { history });
      expect(text).toBe('A double room costs 80 euros. [1]');
      expect(result).toMatchObject({ answered: true, sources: [{ title: 'Price of a double room' }] });
    });

    it('requests a person if the visitor asks for one, unless the assistant never hands off', async () => {
      expect((await answered('Can I talk to a person?')).result).toHaveProperty('requestHuman');
      const { result } = await answered('Can I talk to a person?', { handoff: 'never' });
      expect(result).not.toHaveProperty('requestHuman');
    });

    it('answers in the language of the visitor, and cites the original document', async () => {
      const { text, result } = await answered('Wann öffnet ihr?');
      expect(text).toBe('(translated) Monday to Friday. [1]');
      expect(result).toMatchObject({ answered: true, sources: [{ title: 'Opening hours' }] });
    });
  });
});
