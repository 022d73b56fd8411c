import { fold } from '../../domain/folding.ts';
import { endsQuantity, quantityOf, signedAmounts } from '../../domain/quantities.ts';
import { conceptsIn, MAX_PHRASE, MONEY } from './concepts.ts';
import { quantityConcept, unitConcepts } from './quantity-concepts.ts';
import type { Synonyms } from './synonyms.ts';

interface Reading {
  language: string | undefined;
  synonyms: Synonyms | undefined;
}

/** The concepts of a short text, given with its words in lower case. */
export function textConcepts(
  text: string,
  words: readonly string[],
  { language, synonyms }: Reading,
): ReadonlySet<string> {
  const known = conceptsIn(language);
  const single = words.flatMap((word) => {
    const folded = fold(word);
    return [...known.of(folded), ...unitConcepts(folded, language), ...(synonyms?.of(word) ?? [])];
  });
  const several = words.flatMap((_word, from) =>
    phraseConcepts(words.slice(from, from + MAX_PHRASE), { language, synonyms }),
  );
  const signed = signedAmounts(text, language).map(({ quantity }) => quantityConcept(quantity));
  return new Set([...single, ...several, ...signed, ...(MONEY.test(text) ? ['price'] : [])]);
}

/** The concepts of the phrases and quantities that begin with the first word. */
function phraseConcepts(words: readonly string[], { language, synonyms }: Reading): string[] {
  const [first = ''] = words;
  const known = conceptsIn(language);
  const folded = words.map(fold);
  const begins = { known: known.beginsPhrase(fold(first)), synonym: synonyms?.beginsPhrase(first) === true };
  return words.flatMap((_word, last) => {
    const phrase = folded.slice(0, last + 1);
    const quantity = endsQuantity(phrase.at(-1) ?? '', language) ? quantityOf(phrase, language) : undefined;
    return [
      ...(quantity ? [quantityConcept(quantity)] : []),
      ...(begins.known && last > 0 ? known.ofPhrase(phrase.join(' ')) : []),
      ...(begins.synonym && last > 0 ? (synonyms?.ofPhrase(words.slice(0, last + 1)) ?? []) : []),
    ];
  });
}
