/** Markdown syntax: each match is removed, except for its capture groups. */
const MARKUP: readonly RegExp[] = [
  /^[ \t]*(?:`{3,}|~{3,})[^\n]*\n?/gm,
  /^[ \t]*(?:#{1,6}|>|[-*+]|\d{1,3}[.)])[ \t]+/gm,
  /!?\[(?=[^\]\n]*\]\()|(?<=\[[^\]\n]*)\]\([^)\n]*\)?/g,
  /\*{2,3}|(?<!\w)_{2}(?=\S)|(?<=\S)_{2}(?!\w)/g,
  /(?<![\w*])\*(?=[^\s*])|(?<=[^\s*])\*(?![\w*])|(?<!\w)_(?=[^\s_])|(?<=[^\s_])_(?!\w)/g,
  /`+/g,
];

export type Mark = readonly [start: number, end: number];

/** Removes Markdown syntax; the marks (UTF-16 offsets) are adjusted. */
export function plainText(text: string, marks: readonly Mark[] = []): { text: string; marks: Mark[] } {
  const cut = new Uint8Array(text.length);
  for (const markup of MARKUP) {
    for (const { index, 0: match } of text.matchAll(markup)) cut.fill(1, index, index + match.length);
  }
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
