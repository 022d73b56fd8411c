import type { AskedWord } from './asked-words.ts';
import { rootKey, type SectionIndex } from './section-index.ts';
import { rarity, scoreTerm, type Postings } from './term-index.ts';

/** What speaks for one section. `quality`, 0 to 1: how well it shows that the section is about the word. */
interface SectionEvidence {
  score: number;
  quality: number;
}

/** The evidence of one word, by the number of the section. */
export type WordEvidence = ReadonlyMap<number, SectionEvidence>;

/** How much each kind of evidence counts (ADR 14 has what each is worth). */
const WEIGHTS = {
  /** The word as written, in a language whose word forms are known; together with its root it counts 1. */
  exact: 0.3,
  root: 0.7,
  synonym: 0.8,
  related: 0.2,
  misspelled: 0.6,
};
const QUALITY = { form: 1, synonym: 0.8, misspelled: 0.7, related: 0.6 };

/** Languages that write compounds as one word. */
const COMPOUNDING: ReadonlySet<string> = new Set(['de', 'nl', 'sv', 'da', 'fi', 'hu']);
/** The shortest beginning or end of a word that is looked up. */
const MIN_PART = 4;

/**
 * The evidence of a word, strongest kind first: the word as written, its other forms, declared synonyms,
 * compounds and longer words, and misspellings where there is nothing else.
 */
export function evidenceOf(index: SectionIndex, word: AskedWord, language: string | undefined): WordEvidence {
  const found = collector(index);
  if (word.exact !== '') {
    const stems = hasStems(index, language);
    addForms(found, index, word, stems);
    if (word.folded.length >= MIN_PART && (stems || found.evidence.size === 0)) {
      found.addStrongest(relatedTo(index, word, language), WEIGHTS.related, QUALITY.related);
    }
  }
  for (const group of word.synonyms) {
    const postings = index.synonymGroups.get(group);
    if (postings) found.add(postings, WEIGHTS.synonym, QUALITY.synonym, found.rarityOf([postings]));
  }
  if (word.exact !== '' && found.evidence.size === 0) {
    found.addStrongest(index.vocabulary.resembling(word.folded), WEIGHTS.misspelled, QUALITY.misspelled);
  }
  return found.evidence;
}

/** Adds the word as written and its root; both are as rare as all forms in all languages together. */
function addForms(found: Collector, index: SectionIndex, { exact, folded }: AskedWord, stems: boolean): void {
  const own = index.exact.get(exact);
  const roots =
    stems || !own ? index.forms.flatMap((forms) => index.roots.get(rootKey(forms, exact)) ?? []) : [];
  if (roots.length === 0 && !own) roots.push(...spelled(index, folded));
  const rare = found.rarityOf(own ? [own, ...roots] : roots);
  // Accents carry meaning: where word forms are unknown, a folded form counts only for want of an exact
  // one.
  if (own) found.add(own, stems ? WEIGHTS.exact : 1, QUALITY.form, rare);
  for (const root of roots) found.add(root, WEIGHTS.root, QUALITY.form, rare);
}

interface Collector {
  evidence: WordEvidence;
  /** The rarity of several terms together. */
  rarityOf(terms: readonly Postings[]): number;
  add(postings: Postings, weight: number, quality: number, rare: number): void;
  /**
   * Adds for each section the strongest of several folded words; half as much where there is evidence
   * already.
   */
  addStrongest(words: Iterable<string>, weight: number, quality: number): void;
}

function collector(index: SectionIndex): Collector {
  const { lengths, sections } = index;
  const evidence = new Map<number, SectionEvidence>();
  const rarityOf = (terms: readonly Postings[]) =>
    rarity(new Set(terms.flatMap((term) => term.sections)).size, sections.length);
  const addScore = (section: number, score: number, quality: number) => {
    const known = evidence.get(section);
    if (!known) evidence.set(section, { score, quality });
    else {
      known.score += score;
      known.quality = Math.max(known.quality, quality);
    }
  };
  return {
    evidence,
    rarityOf,
    add(postings, weight, quality, rare) {
      scoreTerm(postings, rare, lengths, (section, score) => {
        addScore(section, weight * score, quality);
      });
    },
    addStrongest(words, weight, quality) {
      const best = new Map<number, number>();
      for (const postings of Array.from(words).flatMap((word) => spelled(index, word))) {
        scoreTerm(postings, rarityOf([postings]), lengths, (section, score) =>
          best.set(section, Math.max(best.get(section) ?? 0, score)),
        );
      }
      for (const [section, score] of best) {
        addScore(section, (evidence.has(section) ? weight / 2 : weight) * score, quality);
      }
    },
  };
}

/** Whether word forms are known of the language of a question. */
function hasStems({ forms }: SectionIndex, asked: string | undefined): boolean {
  return forms.some(({ stems, language }) => stems && (asked === undefined || language === asked));
}

/** The postings of all spellings of a folded word. */
function spelled({ spellings, exact }: SectionIndex, folded: string): Postings[] {
  return (spellings.get(folded) ?? []).flatMap((word) => exact.get(word) ?? []);
}

/**
 * Known words that begin with a word's root; in compounding languages also those that end with it, and its
 * parts.
 */
function relatedTo(
  { vocabulary, forms }: SectionIndex,
  { folded, exact }: AskedWord,
  asked: string | undefined,
): ReadonlySet<string> {
  const related = new Set<string>();
  const own = forms.filter(({ language }) => language === asked);
  for (const { language, rootOf } of own.length > 0 ? own : forms) {
    const root = rootOf(exact);
    const found = root.length < MIN_PART ? [] : vocabulary.beginningWith(root);
    if (language !== undefined && COMPOUNDING.has(language)) {
      const ends = [folded, root].filter((end) => end.length >= MIN_PART);
      found.push(...ends.flatMap((end) => vocabulary.endingWith(end)), ...vocabulary.partsOf(folded));
    }
    for (const word of found) related.add(word);
  }
  related.delete(folded);
  return related;
}
