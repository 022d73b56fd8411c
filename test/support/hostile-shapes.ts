const repeat =
  (piece: string, end = '') =>
  (length: number): string =>
    `${piece.repeat(Math.ceil(length / piece.length)).slice(0, length - end.length)}${end}`;

/** Texts on which patterns and parsers that look ahead or back from each character take the square. */
export const HOSTILE_SHAPES: Readonly<Record<string, (length: number) => string>> = {
  'opening brackets': repeat('['),
  'links that do not end': repeat('[a]('),
  // `.` matches no line separator, so that `#.*$` fails at each `#`.
  'a comment that ends with a line separator': repeat('#', '\u2028'),
  'white space before a letter': repeat(' \t', 'x'),
  'marks of bold and code': repeat('*`_a '),
  'tags that do not end': repeat('<a '),
  'one long word': repeat('a', '!'),
  'escapes and entities': repeat('&#%4\\"'),
  'addresses that do not end': repeat('a.a@http://a-'),
  'many short lines': (length) => {
    const lines = Array.from({ length: Math.ceil(length / 10) }, (_, at) => `k${at.toString(36)}: a/*{`);
    return lines.join('\n').slice(0, length);
  },
};
