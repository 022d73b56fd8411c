import { describe, expect, it, test } from 'vitest';
import { abbreviationsIn } from '../../src/adapters/knowledge/abbreviations.ts';
import { knowledgeIndex } from '../../src/adapters/knowledge/index.ts';
import { declaredSynonyms } from '../../src/adapters/knowledge/front-matter.ts';
import { namesInHeading, synonymsIn } from '../../src/adapters/knowledge/synonyms.ts';

describe('an abbreviation is explained once', () => {
  test.each([
    [
      'en',
      'Ask for a Return Merchandise Authorization (RMA) first.',
      ['Return Merchandise Authorization', 'RMA'],
    ],
    [
      'en',
      'The RMA (Return Merchandise Authorization) is free.',
      ['Return Merchandise Authorization', 'RMA'],
    ],
    [
      'de',
      'Es gelten die Allgemeinen Geschäftsbedingungen (AGB).',
      ['Allgemeinen Geschäftsbedingungen', 'AGB'],
    ],
    ['en', 'Read the frequently asked questions (FAQs) below', ['frequently asked questions', 'FAQs']],
    ['es', 'El impuesto sobre el valor añadido (IVA) se incluye', ['impuesto sobre el valor añadido', 'IVA']],
    ['en', 'with value added tax (VAT, 20 %)', ['value added tax', 'VAT']],
  ])('in %s: %s', (language, text, found) => {
    expect(abbreviationsIn(text, language)).toEqual([found]);
  });

  test.each([
    'Bring your carbon frame and fork (BFF).',
    'Orders over £60 (UK only) are free.',
    'We take cards (Visa).',
    'Until 9 am (GMT) we are open.',
    'See the table (below).',
    '(RMA)',
    'Wir liefern (DHL) sofort.',
  ])('is none in %j', (text) => {
    expect(abbreviationsIn(text, 'en')).toEqual([]);
  });
});

describe('another name is stated', () => {
  test.each([
    ['en', 'A pedelec, also called an e-bike, needs no plate.', ['pedelec', 'e-bike']],
    ['en', 'The dropper post (also known as seat dropper) is light.', ['dropper post', 'seat dropper']],
    ['en', 'The tube, a.k.a. schlauch, is new.', ['tube', 'schlauch']],
    ['en', 'A saddle is also called seat or perch by some.', ['saddle', 'seat', 'perch']],
    ['de', 'Das Pedelec, auch E-Bike genannt, darf das.', ['Pedelec', 'E-Bike']],
    ['de', 'Eine Durchsicht (auch bekannt als Jahrescheck) hilft.', ['Durchsicht', 'Jahrescheck']],
    ['es', 'El sillín, también llamado asiento, es blando.', ['sillín', 'asiento']],
    ['fr', 'La selle, aussi appelée siège, est neuve.', ['selle', 'siège']],
    ['nl', 'De fiets, ook wel rijwiel genoemd, is nieuw.', ['fiets', 'rijwiel']],
  ])('in %s: %s', (language, text, terms) => {
    expect(synonymsIn(text, language)).toEqual([{ terms, trust: 'stated' }]);
  });

  test.each([
    ['en', 'This is also called for by the law, and by us.'],
    ['en', 'Customers also called our hotline number yesterday evening often.'],
    ['en', 'also called'],
    ['de', 'Wir haben auch am Samstag geöffnet.'],
    ['es', 'También llamamos por la tarde.'],
  ])('not in %s: %s', (language, text) => {
    expect(synonymsIn(text, language)).toEqual([]);
  });
});

test.each([
  ['Versand / Shipping', ['Versand', 'Shipping']],
  ['Sattel (Saddle)', ['Sattel', 'Saddle']],
  ['配送（Delivery）', ['配送', 'Delivery']],
  ['Delivery | Lieferung', ['Delivery', 'Lieferung']],
  ['Gift cards (from £10)', undefined],
  ['What to do if a parcel is lost / damaged', undefined],
  ['24/7', undefined],
  ['Shipping', undefined],
])('the two names of the heading %j are %j', (title, names) => {
  expect(namesInHeading(title)).toEqual(names);
});

test.each([
  ['---\nsynonyms: parcel, package; RMA, "return number"\n---\nText'],
  [
    '---\ntitle: T\nsynonyms:\n  - parcel, package\n  - [RMA, return number]\nurl: https://x.example\n---\nText',
  ],
])('the front matter declares groups: %j', (markdown) => {
  expect(declaredSynonyms(markdown)).toEqual([
    ['parcel', 'package'],
    ['RMA', 'return number'],
  ]);
});

test.each(['', 'Text', '---\nsynonyms:\n---\n', '---\nsynonyms: alone; ,\n---\n'])(
  'the front matter of %j declares none',
  (markdown) => {
    expect(declaredSynonyms(markdown)).toEqual([]);
  },
);

describe('a question in the other words', () => {
  const SHOP = `---
synonyms: kickstand, prop
---
# Shop

## Opening a case
You need a Return Merchandise Authorization (RMA) before you post anything.

## Stands
A kickstand costs $15 and holds any frame.

## RMA numbers
They are valid for two weeks.

## Riding a pedelec
A pedelec, also called a boost bicycle, assists up to 25 km/h.

## Insurance of a pedelec
It is part of most household policies.

## Parcels
We post up to 5 kg. Report damage within 48 hours.
`;
  const WERKSTATT = `# Werkstatt

## Sattel / Saddle
Den Sattel stellen wir auf die richtige Höhe ein.

## Wartung
Wir schmieren den Sattel und die Kette.

## Rückgabe / Umtausch
Für Rückgabe und Umtausch haben Sie vierzehn Tage.
`;
  const index = knowledgeIndex(() =>
    Promise.resolve([
      { name: 'shop.md', markdown: SHOP },
      { name: 'werkstatt.md', markdown: WERKSTATT },
    ]),
  );
  const outcome = async (question: string) => {
    const answer = await index.answer([question]);
    if (answer.kind === 'sure') return ['sure', answer.section.title];
    return answer.kind === 'nothing' ? ['nothing'] : [answer.kind, ...answer.labels];
  };

  test.each([
    [
      'the long form for the short one',
      'what are the numbers of a return merchandise authorization',
      'RMA numbers',
    ],
    ['a declared synonym', 'what does a prop cost', 'Stands'],
    ['a name that another section states', 'insurance for my boost bicycle', 'Insurance of a pedelec'],
    ['another form of such a name', 'insurance for boost bicycles', 'Insurance of a pedelec'],
    ['another word for a unit', 'can you post five kilos', 'Parcels'],
    ['an equal amount in another unit', 'is it damage after two days', 'Parcels'],
  ])('is answered: %s', async (_what, question, title) => {
    expect(await outcome(question)).toEqual(['sure', title]);
  });

  it('is never answered for another amount of what is no time', async () => {
    expect((await outcome('can you post 25 kg'))[0]).not.toBe('sure');
  });

  it('shows, but never quotes, a section by a heading with two names', async () => {
    const [kind, ...titles] = await outcome('Saddle und Kette');
    expect(kind).toBe('unsure');
    expect(titles).toContain('Wartung');
  });

  it('does not take two things of one language for one', async () => {
    const answer = await index.find(['Umtausch'], 5);
    expect(answer.map(({ title }) => title)).toEqual(['Rückgabe / Umtausch']);
  });
});

test('documents with very many synonyms and parentheses are indexed, and the most are cut off', async () => {
  const declared = Array.from({ length: 5000 }, (_, n) => `aa${n}, bb${n}`).join('; ');
  const markdown = `---\nsynonyms: ${declared}\n---\n# A\n\n${'(('.repeat(20_000)} also called ${'a, also called '.repeat(2000)}`;
  const index = knowledgeIndex(() => Promise.resolve([{ name: 'a.md', markdown }]));
  expect(await index.find(['aa1'], 5)).toBeDefined();
  expect(declaredSynonyms(markdown).length).toBeLessThanOrEqual(200);
});
