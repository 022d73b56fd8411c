import { vectorKey } from '../section-vectors.ts';

/** A block of Markdown between blank lines, with the hash of its text. */
export interface Block {
  markdown: string;
  hash: string;
  isHeading: boolean;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** The blocks of a page, in order; a fenced code block is one. */
export function blocksOf(markdown: string): Block[] {
  const blocks: string[][] = [[]];
  let fence: string | undefined;
  for (const line of markdown.split('\n')) {
    const [, mark] = FENCE.exec(line) ?? [];
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence)) fence = undefined;
    const isGap = fence === undefined && line.trim() === '';
    if (isGap) blocks.push([]);
    else blocks.at(-1)?.push(line);
  }
  return blocks.filter(({ length }) => length > 0).map((lines) => blockOf(lines.join('\n')));
}

function blockOf(markdown: string): Block {
  const hash = vectorKey('', markdown.replaceAll(/\s+/g, ' ').trim().toLowerCase());
  return { markdown, hash, isHeading: /^ {0,3}#{1,6}[ \t]/.test(markdown) };
}

/** A site of fewer pages repeats itself by accident. */
const FEWEST_PAGES = 3;

/**
 * The blocks that stand on more than half of a website's pages: menus, notices, calls to action. Headings
 * stay, since the text below them differs.
 */
export function boilerplateOf(pages: readonly string[]): ReadonlySet<string> {
  if (pages.length < FEWEST_PAGES) return new Set();
  const counts = new Map<string, number>();
  for (const markdown of pages) {
    const own = new Set(blocksOf(markdown).flatMap(({ hash, isHeading }) => (isHeading ? [] : [hash])));
    for (const hash of own) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  }
  return new Set(Array.from(counts).flatMap(([hash, count]) => (count * 2 > pages.length ? [hash] : [])));
}

/** A page without some blocks. */
export function withoutBlocks(markdown: string, leftOut: ReadonlySet<string>): string {
  if (leftOut.size === 0) return markdown;
  const blocks = blocksOf(markdown);
  if (!blocks.some(({ hash }) => leftOut.has(hash))) return markdown;
  return blocks
    .filter(({ hash }) => !leftOut.has(hash))
    .map((block) => block.markdown)
    .join('\n\n');
}
