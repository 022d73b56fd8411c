import type { KnowledgeDocument } from '../../src/ports.ts';

// Words that most texts share, about half of what people write; all others are drawn from a large vocabulary.
const COMMON =
  `the of and to a in is for on that by this with you it not or be are from at as your all have new
  more an was we will can about if my has but our one do no they he up may what which their out use any there see
  only so his when who also now get am been would how were me some these its like than had into them should`.split(
    /\s+/,
  );
const STARTS = 'b c d f g h l m n p r s t v br cl cr dr fl gr pl pr sc sh sp st tr th'.split(' ');
const VOWELS = 'a e i o u ai ea ou oo'.split(' ');
const ENDS = 'n r l t s d m nd st ck ble ment tion ness er'.split(' ');
const FORMS = ['', '', '', 's', 'ed', 'ing'];
const VOCABULARY = 40_000;

/** A repeatable sequence of numbers from 0 to 1 (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Draws words as texts have them: few of them often, most of them seldom (Zipf's law). */
function wordDraw(next: () => number) {
  const of = (list: readonly string[]) => list[Math.floor(next() * list.length)] ?? '';
  const vocabulary = Array.from(
    { length: VOCABULARY },
    (_, rank) => of(STARTS) + of(VOWELS) + (rank < 400 ? '' : of(STARTS) + of(VOWELS)) + of(ENDS),
  );
  /** `VOCABULARY ** next()` is the rank of a word by Zipf's law with the exponent 1. */
  const content = () => (vocabulary[Math.floor(VOCABULARY ** next()) - 1] ?? 'price') + of(FORMS);
  return { common: () => of(COMMON), content };
}

/** Documents of ten sections each; a section has about `characters`. */
export function manyDocuments(count: number, characters: number): KnowledgeDocument[] {
  const next = numbersFrom(count);
  const { common, content } = wordDraw(next);
  const sentence = () => {
    const words = Array.from({ length: 8 + Math.floor(next() * 12) }, () =>
      next() < 0.5 ? common() : content(),
    );
    if (next() < 0.2) words[3] = `**${words[3] ?? ''}**`;
    if (next() < 0.1) words[5] = `[${words[5] ?? ''}](https://shop.example/${words[5] ?? ''})`;
    return `${words.join(' ')}.`;
  };
  const section = () => {
    const sentences: string[] = [];
    for (let length = 0; length < characters - 80;) {
      const one = sentence();
      sentences.push(one);
      length += one.length + 1;
    }
    return `## ${content()} ${content()} ${content()}\n\n${sentences.join(' ')}`;
  };
  return Array.from({ length: count }, (_, number) => ({
    name: `page-${number}.md`,
    markdown: `# ${content()} ${content()}\n\n${Array.from({ length: 10 }, section).join('\n\n')}`,
  }));
}

/** Questions as visitors ask: some words of the documents, some misspelled or unknown, a few long stories. */
export function manyQuestions(count: number): string[] {
  const next = numbersFrom(1000);
  const words = wordDraw(next);
  const asked = numbersFrom(7);
  const drawn = (length: number) =>
    Array.from({ length }, () => {
      const word = asked() < 0.5 ? words.common() : words.content();
      return asked() < 0.05 ? `${word.slice(0, 3)}${word.slice(4)}x` : word;
    });
  return Array.from({ length: count }, (_, number) =>
    drawn(number % 50 === 0 ? 60 : 4 + Math.floor(asked() * 9)).join(' '),
  );
}
