/** The known words of an index, for what resembles a word: beginnings, parts of compounds, misspellings. */
export interface Vocabulary {
  /** Known words that begin with a text. */
  beginningWith(start: string): string[];
  /** Known words that end with a text. */
  endingWith(end: string): string[];
  /** Known words at the beginning and the end of a longer one. */
  partsOf(word: string): string[];
  /** The known words at the smallest edit distance, if that is small for the length of the word. */
  resembling(word: string): readonly string[];
}

/** The shortest part of a compound. */
const MIN_PART = 4;
/** From this length on a word can be misspelled, and from this one on twice. */
const MIN_MISSPELLED = 5;
const LONG = 9;
/** At most this many known words are followed from one word, so that the cost of a question is limited. */
const MAX_RELATED = 24;

export function vocabulary(words: readonly string[]): Vocabulary {
  const known = new Set(words);
  const sorted = words.toSorted(byCode);
  const reversed = words.map(backwards).sort(byCode);
  const byLength = new Map<number, string[]>();
  for (const word of words) {
    const list = byLength.get(word.length);
    if (list) list.push(word);
    else byLength.set(word.length, [word]);
  }
  return {
    beginningWith: (start) => startingWith(sorted, start),
    endingWith: (end) => startingWith(reversed, backwards(end)).map(backwards),
    partsOf(word) {
      const parts: string[] = [];
      for (let length = word.length - MIN_PART + 1; length >= MIN_PART; length--) {
        const [start, end] = [word.slice(0, length), word.slice(-length)];
        if (word.length - length >= MIN_PART - 1) {
          if (known.has(start)) parts.push(start);
          if (known.has(end)) parts.push(end);
        }
      }
      return parts;
    },
    resembling(word) {
      if (word.length < MIN_MISSPELLED) return [];
      const most = word.length < LONG ? 1 : 2;
      const found: string[][] = [[], [], []];
      for (let length = word.length - most; length <= word.length + most; length++) {
        for (const candidate of byLength.get(length) ?? []) {
          // Few people misspell the first letter, and names that differ in it are different names.
          if (candidate[0] !== word[0]) continue;
          const distance = editDistance(word, candidate, most);
          if (distance <= most) found[distance]?.push(candidate);
        }
      }
      return found.find((list) => list.length > 0)?.slice(0, MAX_RELATED) ?? [];
    },
  };
}

function byCode(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function backwards(word: string): string {
  return Array.from(word).reverse().join('');
}

function startingWith(sorted: readonly string[], start: string): string[] {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') < start) low = middle + 1;
    else high = middle;
  }
  const found: string[] = [];
  for (let at = low; found.length < MAX_RELATED; at++) {
    const word = sorted[at];
    if (word === undefined || !word.startsWith(start)) break;
    found.push(word);
  }
  return found;
}

/**
 * The optimal string alignment distance (insert, delete, replace, swap neighbors), or a number above `most`
 * as soon as it is certain to be.
 */
export function editDistance(a: string, b: string, most: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let value = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        value = Math.min(value, (beforeLast[j - 2] ?? 0) + 1);
      }
      row.push(value);
      least = Math.min(least, value);
    }
    if (least > most) return least;
    [beforeLast, last] = [last, row];
  }
  return last[b.length] ?? 0;
}
