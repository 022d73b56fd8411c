import type { BlockContent, Heading, List, ListItem, Paragraph, PhrasingContent, Root } from 'mdast';
import type { PdfLine } from './pdf-lines.ts';
import { markdownTable, tableAt } from './pdf-tables.ts';

/** A line is a heading if its font is larger than the text by at least this factor. */
const HEADING_FACTOR = 1.12;
const MAX_DEPTH = 4;
const MAX_HEADING_CHARACTERS = 160;
/** Lines that are further apart than this many font sizes belong to different paragraphs. */
const PARAGRAPH_GAP = 1.75;
const BULLET = /^[•‣▪●◦–—*·]\s+/u;
const NUMBERED = /^(\d{1,3})[.)]\s+(?=\S)/u;
const LETTERED = /^(?:[a-z]|[ivx]{1,4})\)\s+(?=\S)/u;
/** The most lines of a list item. */
const ITEM_LINES = 12;

/**
 * Detects the blocks of a PDF, which has positions but no structure. Headings are found by font size (risk: a
 * large sentence is a heading), paragraphs and lists by gaps and bullets, and tables by aligned cells.
 */
export function blocksOf(pages: readonly (readonly PdfLine[])[]): Root {
  const lines = pages.flat();
  const starts = new Set(pages.map(([first]) => first));
  const depths = headingDepths(lines);
  const blocks: BlockContent[] = [];
  let before: PdfLine | undefined;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    if (!line) continue;
    const table = tableAt(lines, at);
    if (table) {
      const rows = lines.slice(at, at + table.lines);
      const pageStarts = rows.flatMap((row, index) => (starts.has(row) ? [index] : []));
      blocks.push(markdownTable(table, new Set(pageStarts)));
      at += table.lines - 1;
      before = undefined;
      continue;
    }
    if (starts.has(line)) before = undefined;
    add(blocks, line, { before, depths, isItem: isItemAt(lines, at, blocks.at(-1)) });
    before = line;
  }
  return { type: 'root', children: blocks };
}

interface LineContext {
  before: PdfLine | undefined;
  depths: ReadonlyMap<number, number>;
  /** The line begins a list item. */
  isItem: boolean;
}

/** Appends a line to the previous block if it continues that block, or else adds a new block. */
function add(blocks: BlockContent[], line: PdfLine, { before, depths, isItem: isMarked }: LineContext): void {
  const depth = line.text.length <= MAX_HEADING_CHARACTERS ? depths.get(line.size) : undefined;
  const last = blocks.at(-1);
  const isItem = depth === undefined && isMarked;
  const isNext = !isItem && before?.size === line.size && isClose(before, line);
  const open = isNext ? openText(last, depth !== undefined) : undefined;
  if (open) append(open, line.text);
  else if (depth !== undefined) blocks.push(headingOf(depth, line.text));
  else if (!isItem || LETTERED.test(line.text)) {
    blocks.push({ type: 'paragraph', children: textOf(line.text) });
  } else addItem(blocks, line.text);
}

function addItem(blocks: BlockContent[], text: string): void {
  const last = blocks.at(-1);
  const number = numberOf(text);
  const item = itemOf(text.replace(number === undefined ? BULLET : NUMBERED, ''));
  const isSame =
    last?.type === 'list' && (number === undefined ? last.ordered !== true : nextOf(last) === number);
  if (isSame) {
    last.children.push(item);
    return;
  }
  const isOrdered = number !== undefined;
  blocks.push({ type: 'list', ordered: isOrdered, start: number ?? null, spread: false, children: [item] });
}

/**
 * Whether a line begins a list item: with a bullet, or with a number or letter that starts or continues a
 * list. Other numbers, such as that of a date, do not count.
 */
function isItemAt(lines: readonly PdfLine[], at: number, last: BlockContent | undefined): boolean {
  const line = lines[at];
  if (!line) return false;
  if (BULLET.test(line.text) || LETTERED.test(line.text)) return true;
  const number = numberOf(line.text);
  if (number === undefined) return false;
  const before = lines[at - 1];
  if (!before || !isClose(before, line) || before.size !== line.size) return true;
  if (last?.type === 'list' && nextOf(last) === number) return true;
  return lines.slice(at + 1, at + 1 + ITEM_LINES).some(({ text }) => numberOf(text) === number + 1);
}

/** The number of the next list item; undefined for an unordered list. */
function nextOf({ ordered, start, children }: List): number | undefined {
  return ordered === true ? (start ?? 1) + children.length : undefined;
}

function numberOf(text: string): number | undefined {
  const [, number] = NUMBERED.exec(text) ?? [];
  return number === undefined ? undefined : Number(number);
}

/** The text of a block that the next line can continue. */
function openText(block: BlockContent | undefined, isHeading: boolean): PhrasingContent[] | undefined {
  if (block?.type === 'heading') return isHeading ? block.children : undefined;
  if (isHeading) return undefined;
  if (block?.type === 'list') return lastItemText(block.children);
  return block?.type === 'paragraph' ? block.children : undefined;
}

function headingOf(depth: number, text: string): Heading {
  const level = depth === 1 || depth === 2 || depth === 3 ? depth : 4;
  return { type: 'heading', depth: level, children: textOf(text) };
}

function isClose(before: PdfLine, line: PdfLine): boolean {
  const gap = before.y - line.y;
  return (
    before.direction === line.direction && gap > 0 && gap <= Math.max(before.size, line.size) * PARAGRAPH_GAP
  );
}

/** The heading level of each font size; the largest font is level 1. */
function headingDepths(lines: readonly PdfLine[]): ReadonlyMap<number, number> {
  const characters = new Map<number, number>();
  for (const { size, text } of lines) characters.set(size, (characters.get(size) ?? 0) + text.length);
  const body = [...characters].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? 0;
  const larger = [...characters.keys()].filter((size) => size >= body * HEADING_FACTOR);
  const sorted = larger.toSorted((one, other) => other - one);
  return new Map(sorted.map((size, index) => [size, Math.min(index + 1, MAX_DEPTH)]));
}

function itemOf(text: string): ListItem {
  return { type: 'listItem', spread: false, children: [{ type: 'paragraph', children: textOf(text) }] };
}

function lastItemText(items: readonly ListItem[]): PhrasingContent[] {
  const paragraph = items.at(-1)?.children.find((child): child is Paragraph => child.type === 'paragraph');
  return paragraph?.children ?? [];
}

function textOf(value: string): PhrasingContent[] {
  return [{ type: 'text', value }];
}

/** Joins a line to the preceding text, and removes the hyphen of a word that was split between lines. */
function append(children: PhrasingContent[], line: string): void {
  const last = children.at(-1);
  if (last?.type !== 'text') return;
  const isDivided = /\p{Ll}[-\u00ad\u2010\u2011]$/u.test(last.value) && /^\p{Ll}/u.test(line);
  last.value = isDivided ? last.value.slice(0, -1) + line : `${last.value} ${line}`;
}
