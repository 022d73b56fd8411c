import { describe, expect, it, test } from 'vitest';
import { knowledgeIndex } from '../../src/adapters/knowledge/index.ts';
import { knowledgeAnswerer } from '../../src/adapters/scripted/answerer.ts';
import { ask, question } from '../support/ports/asking.ts';

// Only English pages, as most shops have them, and visitors who write in another language. Without a model
// nothing is translated: the page is quoted, and the sentences around it are in the visitor's language.
const SHOP = `# Shop

## What shipping costs
Shipping is free for orders over £60. Below that we charge £4.95.

## Following a shipment
We send a tracking number as soon as the parcel has left the warehouse.

## Accepted methods
Payment is by Visa, Mastercard or PayPal.

## Workshop
We update Bosch motors and replace displays within two days.
`;
const documents = () => Promise.resolve([{ name: 'shop.md', markdown: SHOP }]);
const index = knowledgeIndex(documents);
const outcome = async (asked: string) => {
  const answer = await index.answer([asked]);
  if (answer.kind === 'sure') return ['sure', answer.section.title];
  return answer.kind === 'nothing' ? ['nothing'] : [answer.kind, ...answer.labels];
};

describe('on English pages alone, without a model', () => {
  test.each([
    ['wo ist mein Paket gerade', 'Following a shipment'],
    ['kann ich mit PayPal bezahlen', 'Accepted methods'],
    ['dónde está mi paquete', 'Following a shipment'],
    ['geht das in 48 Stunden mit Bosch', 'Workshop'],
  ])('%j is quoted: each word of it is a shop’s word, a name or an amount', async (asked, title) => {
    expect(await outcome(asked)).toEqual(['sure', title]);
  });

  test.each([
    ['wechselt ihr Bosch Displays', 'a name', 'Workshop'],
    ['muss ich Porto zahlen', 'a shop’s word', 'What shipping costs'],
  ])('%j is never quoted, but %s shows the section', async (asked, _why, title) => {
    const [kind, ...titles] = await outcome(asked);
    expect(kind).toBe('unsure');
    expect(titles).toContain(title);
  });

  test.each(['wer ist Bundeskanzler', 'erzähl mir einen Witz', 'cuál es la capital de Francia'])(
    '%j finds nothing',
    async (asked) => {
      expect(await outcome(asked)).toEqual(['nothing']);
    },
  );

  const answerer = knowledgeAnswerer({ knowledgeDir: '/nowhere/at/all' });
  const asked = (content: string, locale?: string) =>
    ask(
      answerer,
      question(content, {
        knowledge: { kind: 'documents', key: 'shop', documents },
        ...(locale !== undefined && { locale }),
      }),
    );

  it('cites the original, with the sentences around it in the language of the question', async () => {
    const { text, results } = await asked('wo ist mein Paket gerade');
    expect(text).toContain('We send a tracking number');
    expect(text).toContain('Es ist kein KI-Modell');
    expect(results).toMatchObject([{ answered: true, sources: [{ title: 'Following a shipment' }] }]);
  });

  it('writes in the language of the question, not in that of the browser', async () => {
    const { text, results } = await asked('muss ich Porto zahlen', 'en-US');
    expect(text).toMatch(/^Das könnte helfen:/);
    expect(results[0]?.suggestions?.at(-1)).not.toBe('Talk to a person');
    expect((await asked('wer ist Bundeskanzler', 'en-US')).text).not.toContain('I could not find');
  });

  it('writes in the language of the browser where the question does not tell one', async () => {
    expect((await asked('Xyzzy?', 'fr-CA')).text).toContain('Je n’ai pas trouvé de réponse');
  });
});
