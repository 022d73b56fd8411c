/** Markdown syntax on which nothing else depends; links are found by `cutLinks`. */
const MARKUP: readonly RegExp[] = [
  /^[ \t]*(?:`{3}|~{3})[^\n]*\n?/gm,
  /^[ \t]*(?:#{1,6}|>|[-*+]|\d{1,3}[.)])[ \t]+/gm,
  /\*{2,3}|(?<!\w)_{2}(?=\S)|(?<=\S)_{2}(?!\w)/g,
  /(?<![\w*])\*(?=[^\s*])|(?<=[^\s*])\*(?![\w*])|(?<!\w)_(?=[^\s_])|(?<=[^\s_])_(?!\w)/g,
  /`/g,
];

type Mark = readonly [start: number, end: number];

/** Removes Markdown syntax; the marks (UTF-16 offsets) are adjusted. */
export function plainText(text: string, marks: readonly Mark[] = []): { text: string; marks: Mark[] } {
  const cut = new Uint8Array(text.length);
  for (const markup of MARKUP) {
    for (const { index, 0: match } of text.matchAll(markup)) cut.fill(1, index, index + match.length);
  }
  cutLinks(text, cut);
  const movedTo = new Uint32Array(text.length + 1);
  let plain = '';
  for (let at = 0; at < text.length; at++) {
    movedTo[at] = plain.length;
    if (!cut[at]) plain += text[at] ?? '';
  }
  movedTo[text.length] = plain.length;
  const moved = marks.map(([start, end]): Mark => [movedTo[start] ?? 0, movedTo[end] ?? plain.length]);
  return { text: plain, marks: moved };
}

/**
 * Marks the brackets and the addresses of links and images, `[text](address)`, in one pass. The end of an
 * address may be cut off.
 */
function cutLinks(text: string, cut: Uint8Array): void {
  /** The opening brackets since the last closing one in this line. */
  let open: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '[') open.push(at);
    if (character !== ']' && character !== '\n') continue;
    if (character === ']' && text[at + 1] === '(' && open.length > 0) {
      for (const start of open) cut.fill(1, text[start - 1] === '!' ? start - 1 : start, start + 1);
      const end = endOfAddress(text, at + 2);
      cut.fill(1, at, end);
      at = end - 1;
    }
    open = [];
  }
}

/** The position after the closing bracket of an address, or the end of its line. */
function endOfAddress(text: string, start: number): number {
  let end = start;
  while (end < text.length && text[end] !== ')' && text[end] !== '\n') end++;
  return text[end] === ')' ? end + 1 : end;
}
