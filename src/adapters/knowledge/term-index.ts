import type { Pause } from './search-queue.ts';

/** The sections that contain a term, in order, with the term's weighted frequency in each. */
export interface Postings {
  sections: Uint32Array;
  weights: Float32Array;
}

/** An inverted index. */
export interface TermIndex {
  get(term: string): Postings | undefined;
  terms(): Iterable<string>;
}

/** A block of the list of all occurrences, in counting order. */
interface Block {
  terms: Uint32Array;
  sections: Uint32Array;
  weights: Float32Array;
}

/** The list grows in blocks, because copying a long list would block the event loop. */
const BLOCK_BITS = 15;
const BLOCK_SIZE = 1 << BLOCK_BITS;
const BLOCK_MASK = BLOCK_SIZE - 1;
/** How many occurrences are sorted before yielding to the event loop. */
const OCCURRENCES_PER_STEP = 2_000;

export function termCounts() {
  const numbers = new Map<string, number>();
  /** The position of the latest occurrence of each term in the list. */
  const latest: number[] = [];
  const blocks: Block[] = [];
  let length = 0;

  function countAgain(at: number, section: number, weight: number): boolean {
    const block = blocks[at >> BLOCK_BITS];
    if (block?.sections[at & BLOCK_MASK] !== section) return false;
    block.weights[at & BLOCK_MASK] = (block.weights[at & BLOCK_MASK] ?? 0) + weight;
    return true;
  }

  return {
    /** The number of a term; a new term gets the next number. */
    open(term: string): number {
      const known = numbers.get(term);
      if (known !== undefined) return known;
      numbers.set(term, latest.length);
      return latest.push(-1) - 1;
    },

    /** Counts an occurrence of the term with this number. */
    count(term: number, section: number, weight: number): void {
      const at = latest[term] ?? -1;
      if (at >= 0 && countAgain(at, section, weight)) return;
      const block = (blocks[length >> BLOCK_BITS] ??= emptyBlock());
      block.terms[length & BLOCK_MASK] = term;
      block.sections[length & BLOCK_MASK] = section;
      block.weights[length & BLOCK_MASK] = weight;
      latest[term] = length++;
    },

    async finish(pause: Pause): Promise<TermIndex> {
      const { starts, sections, weights } = await sortByTerm(blocks, length, latest.length, pause);
      return {
        get(term) {
          const number = numbers.get(term);
          if (number === undefined) return undefined;
          const [from, to] = [starts[number], starts[number + 1]];
          return { sections: sections.subarray(from, to), weights: weights.subarray(from, to) };
        },
        terms: () => numbers.keys(),
      };
    },
  };
}

/** Builds an inverted index. Sections must be counted in order. */
export type TermCounts = ReturnType<typeof termCounts>;

function emptyBlock(): Block {
  return {
    terms: new Uint32Array(BLOCK_SIZE),
    sections: new Uint32Array(BLOCK_SIZE),
    weights: new Float32Array(BLOCK_SIZE),
  };
}

/** Sorts occurrences by term with a counting sort, which keeps the order of sections. */
async function sortByTerm(blocks: readonly Block[], length: number, count: number, pause: Pause) {
  const termAt = (at: number) => blocks[at >> BLOCK_BITS]?.terms[at & BLOCK_MASK] ?? 0;
  const starts = new Uint32Array(count + 1);
  for (let at = 0; at < length; at++) {
    const next = termAt(at) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
    if (at % OCCURRENCES_PER_STEP === 0) await pause();
  }
  for (let term = 0; term < count; term++) {
    starts[term + 1] = (starts[term + 1] ?? 0) + (starts[term] ?? 0);
  }
  const ends = starts.slice(0, count);
  const sections = new Uint32Array(length);
  const weights = new Float32Array(length);
  for (let at = 0; at < length; at++) {
    const term = termAt(at);
    const to = ends[term] ?? 0;
    const block = blocks[at >> BLOCK_BITS];
    sections[to] = block?.sections[at & BLOCK_MASK] ?? 0;
    weights[to] = block?.weights[at & BLOCK_MASK] ?? 0;
    ends[term] = to + 1;
    if (at % OCCURRENCES_PER_STEP === 0) await pause();
  }
  return { starts, sections, weights };
}

/**
 * Parameters k1 and b of BM25: saturation of repetitions, and the influence of a section's length (ADR 14).
 */
const SATURATION = 0.9;
const LENGTH_SHARE = 0.6;

/** The BM25 length normalization of each section, from the lengths in words. */
export function lengthNorms(words: readonly number[]): Float64Array {
  const total = words.reduce((sum, length) => sum + length, 0);
  const average = Math.max(1, total / Math.max(1, words.length));
  return Float64Array.from(
    words,
    (length) => SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * length) / average),
  );
}

/** The inverse document frequency (BM25). */
export function rarity(frequency: number, sections: number): number {
  return Math.log(1 + (sections - frequency + 0.5) / (frequency + 0.5));
}

/** Writes the BM25 scores of the sections that contain a term, in the order of its postings. */
export function scoresOf(
  { sections, weights }: Postings,
  rare: number,
  norms: Float64Array,
  scores: Float64Array,
): void {
  for (let at = 0; at < sections.length; at++) {
    const frequency = weights[at] ?? 0;
    const norm = norms[sections[at] ?? 0] ?? 0;
    scores[at] = (rare * frequency * (SATURATION + 1)) / (frequency + norm);
  }
}
