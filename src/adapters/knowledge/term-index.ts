/** The sections that have a term, in order, with its weighted frequency in each. */
export interface Postings {
  sections: number[];
  weights: number[];
}

/** An inverted index. */
export interface TermIndex {
  get(term: string): Postings | undefined;
  /** The postings of a term, empty for a new one. */
  open(term: string): Postings;
  terms(): string[];
}

export function termIndex(): TermIndex {
  const postingsOf = new Map<string, Postings>();
  return {
    get: (term) => postingsOf.get(term),
    open(term) {
      const known = postingsOf.get(term);
      if (known) return known;
      const postings: Postings = { sections: [], weights: [] };
      postingsOf.set(term, postings);
      return postings;
    },
    terms: () => Array.from(postingsOf.keys()),
  };
}

/** Counts an occurrence; sections come in order. */
export function count({ sections, weights }: Postings, section: number, weight: number): void {
  const last = sections.length - 1;
  if (sections[last] === section) weights[last] = (weights[last] ?? 0) + weight;
  else {
    sections.push(section);
    weights.push(weight);
  }
}

/** Constants of BM25: how fast repetitions saturate, and how much a long section counts less (ADR 14). */
const SATURATION = 0.9;
const LENGTH_SHARE = 0.6;

/** The lengths of sections in words, of an index. */
export interface Lengths {
  /** In the order of the sections. */
  words: readonly number[];
  average: number;
}

/** How rare a term is: the inverse document frequency of BM25. */
export function rarity(frequency: number, sections: number): number {
  return Math.log(1 + (sections - frequency + 0.5) / (frequency + 0.5));
}

/** Calls back with the BM25 score of each section that has a term of a rarity. */
export function scoreTerm(
  { sections, weights }: Postings,
  rare: number,
  { words, average }: Lengths,
  onScore: (section: number, score: number) => void,
): void {
  for (const [index, section] of sections.entries()) {
    const frequency = weights[index] ?? 0;
    const norm = SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * (words[section] ?? 0)) / average);
    onScore(section, (rare * frequency * (SATURATION + 1)) / (frequency + norm));
  }
}
