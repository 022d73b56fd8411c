/** The words of an index, for similar words: beginnings, parts of compounds, misspellings. */
export interface Vocabulary {
  /** Known words that begin with a text of at least MIN_PART characters. */
  beginningWith(start: string): string[];
  /** Known words that end with such a text; none in a vocabulary without compounds. */
  endingWith(end: string): string[];
  /** Known words at the beginning and the end of a longer one. */
  partsOf(word: string): string[];
  /** The known words at the smallest edit distance, if that is small for the length of the word. */
  resembling(word: string): readonly string[];
}

/** The shortest beginning, end or part of a word that is looked up. */
export const MIN_PART = 4;
/** From this length on a word can be misspelled, and from this one on twice. */
const MIN_MISSPELLED = 5;
const LONG = 9;
/** At most this many known words are followed from one word, so that the cost of a question is limited. */
const MAX_RELATED = 24;

/** A vocabulary that words are added to, each once, in a time that does not grow with their number. */
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
      const most = word.length < LONG ? 1 : 2;
      const found: string[][] = [[], [], []];
      for (let length = word.length - most; length <= word.length + most; length++) {
        // Few people misspell the first letter, and names that differ in it are different names.
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

/** The longest word that is compared. */
const MAX_LENGTH = 64;
/** Three rows of the table of distances, used again for each pair of words. */
const ROWS = {
  beforeLast: new Uint8Array(MAX_LENGTH + 1),
  last: new Uint8Array(MAX_LENGTH + 1),
  row: new Uint8Array(MAX_LENGTH + 1),
};
type Rows = typeof ROWS;

/**
 * The optimal string alignment distance (insert, delete, replace, swap neighbors), or a number above `most`
 * where it is larger. Only the diagonals that it can pass are computed.
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

/** Fills the row of a character of `a`; returns its least distance. */
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
