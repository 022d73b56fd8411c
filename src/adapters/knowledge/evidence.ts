import { fold } from '../../lib/folding.ts';
import type { QueryTerm } from './query-terms.ts';
import { COMPOUNDING, rootKey, type SectionIndex } from './section-index.ts';
import { rarity, scoresOf, type Postings } from './term-index.ts';
import { MIN_PART } from './vocabulary.ts';

/** The matches of a word in the sections. The arrays are reused for the next word. */
interface WordEvidence {
  /** The numbers of the matching sections. */
  sections: readonly number[];
  scores: Float64Array;
  /** How strongly a section is about the word, 0 to 1, by section number. */
  qualities: Float32Array;
}

/** The weight of each kind of match (ADR 14 gives the measurements). */
const WEIGHTS = {
  /** The exact word, in a language with a stemmer. Exact word and root together count 1. */
  exact: 0.3,
  root: 0.7,
  synonym: 0.8,
  related: 0.2,
  misspelled: 0.6,
};
const QUALITY = { form: 1, synonym: 0.8, misspelled: 0.7, related: 0.6 };

/** A set of sections: 1 at the number of each member. */
type SectionSet = Uint8Array;

/** Finds the matches of a word; the result is valid until the next call. */
export type FindEvidence = (
  word: QueryTerm,
  language: string | undefined,
  /** Limits the search to these sections. */
  only?: SectionSet,
) => WordEvidence;

/**
 * Collects the matches of words by kind, strongest first: exact word, other forms, declared synonyms,
 * compounds and longer words, and misspellings if nothing else matches.
 */
export function evidenceIn(index: SectionIndex): FindEvidence {
  const found = collector(index);
  return (word, language, only) => {
    const { evidence } = found;
    found.clear(only);
    if (word.exact !== '') {
      const stems = hasStems(index, language);
      addForms(found, index, word, stems);
      if (word.folded.length >= MIN_PART && (stems || evidence.sections.length === 0)) {
        found.addStrongest(relatedTo(index, word, language), WEIGHTS.related, QUALITY.related);
      }
    }
    for (const other of word.alternatives ?? []) {
      const stems = hasStems(index, language);
      addForms(found, index, { exact: other, folded: fold(other) }, stems);
    }
    for (const group of word.synonyms) {
      const postings = index.synonymGroups.get(group);
      if (postings) found.add(postings, WEIGHTS.synonym, QUALITY.synonym, found.rarityOf([postings]));
    }
    if (word.isContent && word.exact !== '' && evidence.sections.length === 0) {
      found.addStrongest(index.vocabulary.resembling(word.folded), WEIGHTS.misspelled, QUALITY.misspelled);
    }
    return evidence;
  };
}

/** Adds the exact word and its root. Both have the rarity of all forms in all languages together. */
function addForms(
  found: Collector,
  index: SectionIndex,
  { exact, folded }: Pick<QueryTerm, 'exact' | 'folded'>,
  stems: boolean,
): void {
  const own = index.exact.get(exact);
  const roots =
    stems || !own ? index.forms.flatMap((forms) => index.roots.get(rootKey(forms, exact)) ?? []) : [];
  if (roots.length === 0 && !own) roots.push(...postingsOfSpellings(index, folded));
  const rare = found.rarityOf(own ? [own, ...roots] : roots);
  // Accents can distinguish words: without a stemmer the folded form only counts if there is no exact match.
  if (own) found.add(own, stems ? WEIGHTS.exact : 1, QUALITY.form, rare);
  for (const root of roots) found.add(root, WEIGHTS.root, QUALITY.form, rare);
}

interface Collector {
  evidence: WordEvidence;
  /** Starts the next word, limited to these sections. */
  clear(only: SectionSet | undefined): void;
  /** The rarity of several terms together. */
  rarityOf(terms: readonly Postings[]): number;
  add(postings: Postings, weight: number, quality: number, rare: number): void;
  /**
   * Adds for each section the strongest match of several folded words, at half weight if the section matches
   * already.
   */
  addStrongest(words: Iterable<string>, weight: number, quality: number): void;
}

function collector(index: SectionIndex): Collector {
  const { norms, sections: all } = index;
  const sections: number[] = [];
  const scores = new Float64Array(all.length);
  const qualities = new Float32Array(all.length);
  /** The scores of one term, by section. */
  const found = new Float64Array(all.length);
  /** The strongest score of each section in `addStrongest`; otherwise 0. */
  const strongest = new Float64Array(all.length);
  const distinct = distinctCounter(all.length);
  let only: SectionSet | undefined;
  const rarityOf = (terms: readonly Postings[]) => rarity(distinct(terms), all.length);
  const addScore = (section: number, score: number, quality: number) => {
    const known = qualities[section] ?? 0;
    if (known === 0) sections.push(section);
    scores[section] = (scores[section] ?? 0) + score;
    if (quality > known) qualities[section] = quality;
  };
  return {
    evidence: { sections, scores, qualities },
    rarityOf,
    clear(of) {
      only = of;
      for (const section of sections) {
        scores[section] = 0;
        qualities[section] = 0;
      }
      sections.length = 0;
    },
    add(postings, weight, quality, rare) {
      scoresOf(postings, rare, norms, found);
      for (let at = 0; at < postings.sections.length; at++) {
        const section = postings.sections[at] ?? 0;
        if (!only || only[section] === 1) addScore(section, weight * (found[at] ?? 0), quality);
      }
    },
    addStrongest(words, weight, quality) {
      const related: number[] = [];
      for (const postings of Array.from(words).flatMap((word) => postingsOfSpellings(index, word))) {
        scoresOf(postings, rarityOf([postings]), norms, found);
        for (let at = 0; at < postings.sections.length; at++) {
          const section = postings.sections[at] ?? 0;
          if (only && only[section] !== 1) continue;
          const before = strongest[section] ?? 0;
          if (before === 0) related.push(section);
          strongest[section] = Math.max(before, found[at] ?? 0);
        }
      }
      for (const section of related) {
        const isKnown = (qualities[section] ?? 0) > 0;
        addScore(section, (isKnown ? weight / 2 : weight) * (strongest[section] ?? 0), quality);
        strongest[section] = 0;
      }
    },
  };
}

/** Counts the sections that contain at least one of several terms. */
function distinctCounter(count: number): (terms: readonly Postings[]) => number {
  /** The number of the last call that counted each section. */
  const seenBy = new Uint32Array(count);
  let call = 0;
  return (terms) => {
    const [only] = terms;
    if (terms.length === 1 && only) return only.sections.length;
    call++;
    let distinct = 0;
    for (const { sections } of terms) {
      for (const section of sections) {
        if (seenBy[section] === call) continue;
        seenBy[section] = call;
        distinct++;
      }
    }
    return distinct;
  };
}

/** Whether a stemmer exists for the language of the question. */
function hasStems({ forms }: Pick<SectionIndex, 'forms'>, asked: string | undefined): boolean {
  return forms.some(({ stems, language }) => stems && (asked === undefined || language === asked));
}

/** The postings of all spellings of a folded word. */
function postingsOfSpellings({ spellings, exact }: SectionIndex, folded: string): Postings[] {
  return spellings(folded).flatMap((word) => exact.get(word) ?? []);
}

/**
 * Known words that begin with the word's root. In compounding languages also words that end with it, and its
 * parts.
 */
function relatedTo(
  { vocabulary, forms }: SectionIndex,
  { folded, exact }: QueryTerm,
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
