/** The maximum length of a value that a pattern is matched with, in UTF-16 code units. */
export const MAX_PATTERN_VALUE = 100;
/**
 * The maximum number of ways to divide a value between the parts of a pattern. It bounds the backtracking of
 * the matcher, against denial of service (ReDoS).
 */
const MAX_WAYS = 100_000;

const QUANTIFIER = /^(?:[*+?]|\{(\d+)(,(\d*))?\})\??/;

/** Compiles a pattern with the flag `v`, anchored to the whole value. Throws SyntaxError if it is invalid. */
export function compilePattern(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`, 'v');
}

/** Why a pattern is refused; undefined if it is valid. */
export function patternProblem(pattern: string): string | undefined {
  try {
    compilePattern(pattern);
  } catch (error) {
    if (error instanceof SyntaxError) return 'must be a regular expression';
    throw error;
  }
  const ways = waysOf(pattern);
  if (ways === 'repeats-group') return 'must not repeat a group';
  return ways > MAX_WAYS ? 'has too many parts of variable length' : undefined;
}

/** The product of the possible lengths of each part. */
function waysOf(pattern: string): number | 'repeats-group' {
  let ways = 1;
  let at = 0;
  while (at < pattern.length) {
    const rest = pattern.slice(at);
    const isGroupEnd = rest.startsWith(')');
    if (rest.startsWith('|')) ways *= 2;
    at += unitLength(rest);
    const [quantifier = '', least, range, most] = QUANTIFIER.exec(pattern.slice(at)) ?? [];
    if (quantifier === '' || rest.startsWith('(') || rest.startsWith('|')) continue;
    at += quantifier.length;
    if (isGroupEnd && !quantifier.startsWith('?')) return 'repeats-group';
    ways *= choicesOf(quantifier, least, range, most);
  }
  return ways;
}

/** How many lengths a quantifier allows. */
function choicesOf(quantifier: string, least?: string, range?: string, most?: string): number {
  if (quantifier.startsWith('?')) return 2;
  if (least === undefined) return MAX_PATTERN_VALUE;
  if (range === undefined) return 1;
  const upTo = most === undefined || most === '' ? MAX_PATTERN_VALUE : Number(most);
  return Math.max(1, Math.min(upTo, MAX_PATTERN_VALUE) - Number(least) + 1);
}

/** The length of the first unit of a pattern: an escape, a character class, or one character. */
function unitLength(rest: string): number {
  const escape = /^\\(?:[pPu]\{[^}]*\}|k<[^>]*>|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|.)/su.exec(rest)?.[0];
  if (escape !== undefined) return escape.length;
  if (rest.startsWith('[')) return classLength(rest);
  // The `?` in `(?:`, `(?<name>` or `(?=` is not a quantifier.
  const opening = /^\((?:\?(?:[:=!]|<[=!]|<[^>]*>|[a-z]*(?:-[a-z]*)?:))?/.exec(rest)?.[0];
  return opening?.length ?? 1;
}

/** With the flag `v`, character classes can be nested. */
function classLength(rest: string): number {
  let depth = 0;
  for (let at = 0; at < rest.length; at++) {
    if (rest[at] === '\\') at++;
    else if (rest[at] === '[') depth++;
    else if (rest[at] === ']' && --depth === 0) return at + 1;
  }
  return rest.length;
}
