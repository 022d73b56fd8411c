import { createHash } from 'node:crypto';

/** A block of a page's Markdown: a paragraph, a heading, a list, a table, or a fenced block. */
interface MarkdownBlock {
  /** The hash of its words; white space, punctuation and case are ignored. */
  hash: string;
  text: string;
}

/** The minimum number of pages to detect boilerplate. */
const MIN_PAGES = 4;
/** A block that is a heading, with its level. */
const HEADING = /^(#{1,6}) /;

/** Splits Markdown into blocks, which empty lines outside of fences separate. */
export function blocksOf(markdown: string): MarkdownBlock[] {
  const blocks: string[] = [];
  let lines: string[] = [];
  let fence: string | undefined;
  const end = () => {
    if (lines.length > 0) blocks.push(lines.join('\n'));
    lines = [];
  };
  for (const line of markdown.split('\n')) {
    const [mark] = /^ {0,3}(?:`{3,}|~{3,})/.exec(line) ?? [];
    if (mark !== undefined && (fence === undefined || mark.trim().startsWith(fence))) {
      fence = fence === undefined ? mark.trim() : undefined;
    }
    if (fence === undefined && line.trim() === '') end();
    else lines.push(line);
    // A heading is a block, also without an empty line after it.
    if (fence === undefined && HEADING.test(line)) end();
  }
  end();
  return blocks.map((text) => ({ hash: hashOf(text), text }));
}

/** The hash of a text's words; white space, punctuation and case are ignored. */
export function hashOf(text: string): string {
  const words = text
    .normalize('NFKC')
    .replaceAll(/\{#[^\s{}]+\}/g, '')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu);
  return createHash('sha256')
    .update((words ?? []).join(' '))
    .digest('base64url')
    .slice(0, 16);
}

/**
 * Counts the blocks of a site's pages, to find those on more than half of them: menus, banners and footers
 * without a landmark, also headings.
 */
export function boilerplateCounter() {
  const counts = new Map<string, number>();
  let pages = 0;
  return {
    add(markdown: string): void {
      pages++;
      for (const hash of new Set(blocksOf(markdown).map((block) => block.hash))) {
        counts.set(hash, (counts.get(hash) ?? 0) + 1);
      }
    },
    hashes(): ReadonlySet<string> {
      if (pages < MIN_PAGES) return new Set();
      return new Set([...counts].filter(([, count]) => count > pages / 2).map(([hash]) => hash));
    },
  };
}

/** Removes blocks, and headings whose text is completely removed. */
export function withoutBlocks(markdown: string, hashes: ReadonlySet<string>): string {
  if (hashes.size === 0) return markdown;
  const blocks = blocksOf(markdown);
  const isRemoved = blocks.map(({ hash }) => hashes.has(hash));
  if (!isRemoved.includes(true)) return markdown;
  const kept = blocks.filter((_block, index) => !isRemoved[index] && !isEmptied(blocks, isRemoved, index));
  return `${kept.map(({ text }) => text).join('\n\n')}\n`;
}

/** Whether all content below a heading is removed, and there was some. */
function isEmptied(blocks: readonly MarkdownBlock[], isRemoved: readonly boolean[], index: number): boolean {
  const level = levelOf(blocks[index]);
  if (level === undefined) return false;
  let below = 0;
  for (let next = index + 1; next < blocks.length; next++) {
    const nextLevel = levelOf(blocks[next]);
    if (nextLevel !== undefined && nextLevel <= level) break;
    if (isRemoved[next] !== true && nextLevel === undefined) return false;
    below++;
  }
  return below > 0;
}

function levelOf(block: MarkdownBlock | undefined): number | undefined {
  return HEADING.exec(block?.text ?? '')?.[1]?.length;
}
