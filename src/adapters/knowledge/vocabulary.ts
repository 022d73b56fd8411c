/** The words of an index, for finding similar words: prefixes, parts of compounds, misspellings. */
export interface Vocabulary {
  /** Known words with a prefix of at least MIN_PART characters. */
  beginningWith(start: string): string[];
  /** Known words with a suffix of at least MIN_PART characters; empty in a vocabulary without compounds. */
  endingWith(end: string): string[];
  /** Known words at the beginning and the end of a longer word. */
  partsOf(word: string): string[];
  /** The known words at the smallest edit distance, up to a maximum that depends on the length. */
  resembling(word: string): readonly string[];
}

/** The least length of a prefix, suffix or part, in characters. */
export const MIN_PART = 4;
/** Minimum lengths in characters: from `MIN_MISSPELLED` on one edit is allowed, from `LONG` on two. */
const MIN_MISSPELLED = 5;
const MIN_MISSPELLED_TWICE = 9;
/** The most similar words that are followed for one word, so that the cost of a question is bounded. */
const MAX_RELATED = 24;

/** A vocabulary that words are added to, once each, in constant time. */
export function vocabulary({ hasCompounds }: { hasCompounds: boolean }) {
  const byBeginning = new Map<string, string[]>();
  const byEnding = new Map<string, string[]>();
  /** By the first character and the length. */
  const byShape = new Map<string, string[]>();
  const has = (word: string) => byBeginning.get(word.slice(0, MIN_PART))?.includes(word) === true;

  function add(word: string): void {
    if (word.length >= MIN_PART) {
      push(byBeginning, word.slice(0, MIN_PART), word);
      if (hasCompounds) push(byEnding, word.slice(-MIN_PART), word);
    }
    push(byShape, shapeOf(word, word.length), word);
  }

  const words: Vocabulary = {
    beginningWith(start) {
      const found = byBeginning.get(start.slice(0, MIN_PART))?.filter((word) => word.startsWith(start)) ?? [];
      return found.sort(byCode).slice(0, MAX_RELATED);
    },
    endingWith(end) {
      const found = byEnding.get(end.slice(-MIN_PART))?.filter((word) => word.endsWith(end)) ?? [];
      return found.map(backwards).sort(byCode).slice(0, MAX_RELATED).map(backwards);
    },
    partsOf(word) {
      const parts: string[] = [];
      for (let length = word.length - MIN_PART + 1; length >= MIN_PART; length--) {
        const [start, end] = [word.slice(0, length), word.slice(-length)];
        if (word.length - length >= MIN_PART - 1) {
          if (has(start)) parts.push(start);
          if (has(end)) parts.push(end);
        }
      }
      return parts;
    },
    resembling(word) {
      if (word.length < MIN_MISSPELLED) return [];
      const most = word.length < MIN_MISSPELLED_TWICE ? 1 : 2;
      const found: string[][] = [[], [], []];
      for (let length = word.length - most; length <= word.length + most; length++) {
        // Only words with the same first letter: typos there are rare, and names that differ in it are
        // different.
        for (const candidate of byShape.get(shapeOf(word, length)) ?? []) {
          const distance = editDistance(word, candidate, most);
          if (distance <= most) found[distance]?.push(candidate);
        }
      }
      return found.find((list) => list.length > 0)?.slice(0, MAX_RELATED) ?? [];
    },
  };
  return { ...words, add };
}

function shapeOf(word: string, length: number): string {
  return `${length} ${word[0] ?? ''}`;
}

function push(lists: Map<string, string[]>, key: string, word: string): void {
  const list = lists.get(key);
  if (list) list.push(word);
  else lists.set(key, [word]);
}

function byCode(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function backwards(word: string): string {
  return Array.from(word).reverse().join('');
}

/** The longest word that is compared, in characters. */
const MAX_LENGTH = 64;
/** Three rows of the distance table, reused for each pair of words. */
const ROWS = {
  beforeLast: new Uint8Array(MAX_LENGTH + 1),
  last: new Uint8Array(MAX_LENGTH + 1),
  row: new Uint8Array(MAX_LENGTH + 1),
};
type Rows = typeof ROWS;

/**
 * The optimal string alignment distance (insert, delete, replace, swap neighbors); a number above `most` if
 * it is larger than `most`. Only the diagonals within `most` are computed.
 */
export function editDistance(a: string, b: string, most: number): number {
  const tooFar = most + 1;
  if (Math.abs(a.length - b.length) > most || Math.max(a.length, b.length) > MAX_LENGTH) return tooFar;
  let rows: Rows = ROWS;
  for (let j = 0; j <= b.length; j++) rows.last[j] = Math.min(j, tooFar);
  for (let i = 1; i <= a.length; i++) {
    if (fillRow(rows, { a, b, i, most }) > most) return tooFar;
    rows = { beforeLast: rows.last, last: rows.row, row: rows.beforeLast };
  }
  return rows.last[b.length] ?? 0;
}

/** Fills the row of a character of `a`. Returns the row's minimum. */
function fillRow(rows: Rows, of: { a: string; b: string; i: number; most: number }): number {
  const { beforeLast, last, row } = rows;
  const { a, b, i, most } = of;
  const tooFar = most + 1;
  const from = Math.max(1, i - most);
  const to = Math.min(b.length, i + most);
  let left = from === 1 ? Math.min(i, tooFar) : tooFar;
  let least = left;
  row[from - 1] = left;
  for (let j = from; j <= to; j++) {
    const isSame = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
    const above = j < i + most ? (last[j] ?? 0) : tooFar;
    let value = Math.min(above + 1, left + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1), tooFar);
    if (isSwapped(a, b, i, j)) value = Math.min(value, (beforeLast[j - 2] ?? 0) + 1);
    row[j] = value;
    left = value;
    least = Math.min(least, value);
  }
  return least;
}

function isSwapped(a: string, b: string, i: number, j: number): boolean {
  if (i < 2 || j < 2) return false;
  return a.charCodeAt(i - 1) === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1);
}
