import { describe, expect, it, test } from 'vitest';
import { knowledgeIndex } from '../../src/adapters/knowledge/knowledge-index.ts';
import { knowledgeAnswerer } from '../../src/adapters/scripted/answerer.ts';
import { ask, question } from '../support/ports/asking.ts';
import { knowledgeIn } from './support/knowledge.ts';

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
const bestTitle = async (asked: string) => (await index.answer([asked])).best?.section.title;

describe('a question to English pages without a model', () => {
  test.each([
    ['kann ich mit PayPal bezahlen', 'Accepted methods'],
    ['wechselt ihr Bosch Displays', 'Workshop'],
  ])('%j finds the section with the same names', async (asked, title) => {
    expect(await bestTitle(asked)).toBe(title);
  });

  test.each(['wer ist Bundeskanzler', 'erzähl mir einen Witz', 'cuál es la capital de Francia'])(
    '%j finds nothing',
    async (asked) => {
      expect(await bestTitle(asked)).toBeUndefined();
    },
  );

  const answerer = knowledgeAnswerer({ knowledge: knowledgeIn('/nowhere/at/all') });
  const asked = (content: string, locale?: string) =>
    ask(
      answerer,
      question(content, {
        knowledge: { kind: 'documents', key: 'shop', documents },
        ...(locale !== undefined && { locale }),
      }),
    );

  it('is answered with the original text, between sentences in the language of the question', async () => {
    const { text, results } = await asked('wechselt ihr Bosch Displays', 'en-US');
    expect(text).toMatch(/^Aus unseren Dokumenten/);
    expect(text).toContain('We update Bosch motors');
    expect(results).toMatchObject([{ sources: [{ title: 'Workshop' }] }]);
    expect(results[0]?.suggestions?.at(-1)).toBe('Mit einem Menschen sprechen');
    expect((await asked('wer ist Bundeskanzler', 'en-US')).text).not.toContain('I could not find');
  });

  it('is answered in the language of the browser if it has no known words', async () => {
    expect((await asked('Xyzzy?', 'fr-CA')).text).toContain('Je n’ai pas trouvé de réponse');
  });
});
