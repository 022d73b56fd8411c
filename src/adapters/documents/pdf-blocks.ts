import type {
  BlockContent,
  Heading,
  List,
  ListItem,
  Paragraph,
  PhrasingContent,
  Root,
  TableRow,
} from 'mdast';
import type { PdfCell, PdfLine } from './pdf-lines.ts';

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
/** Cells of two lines are in one column if they begin within this many points. */
const SAME_COLUMN = 12;
/** From this many pages on, lines that most pages begin or end with are treated as headers and footers. */
const MIN_REPEATS = 3;
const REPEATED_SHARE = 0.6;

/**
 * Detects the blocks of a PDF, which has positions but no structure. Headings are found by font size,
 * paragraphs and lists by gaps and bullets, and tables by aligned cells. Repeated headers and footers are
 * left out.
 */
export function blocksOf(pages: readonly (readonly PdfLine[])[]): Root {
  const body = withoutRepeated(pages);
  const depths = headingDepths(body.flat());
  return { type: 'root', children: body.flatMap((lines) => pageBlocks(lines, depths)) };
}

function pageBlocks(lines: readonly PdfLine[], depths: ReadonlyMap<number, number>): BlockContent[] {
  const blocks: BlockContent[] = [];
  let before: PdfLine | undefined;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    if (!line) continue;
    const rows = tableAt(lines, at);
    if (rows.length > 0) {
      blocks.push({ type: 'table', children: rows.map(rowOf) });
      at += rows.length - 1;
      before = undefined;
      continue;
    }
    add(blocks, line, { before, depths, isItem: isItemAt(lines, at, blocks.at(-1)) });
    before = line;
  }
  return blocks;
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

/** The lines from `at` on that are rows of one table: at least two with the same columns. */
function tableAt(lines: readonly PdfLine[], at: number): readonly PdfLine[] {
  const [first] = lines.slice(at, at + 1);
  if (!first || first.cells.length < 2) return [];
  let end = at + 1;
  for (let row = first; ; end++) {
    const next = lines[end];
    if (!next || !hasColumnsOf(row, next)) break;
    row = next;
  }
  return end > at + 1 ? lines.slice(at, end) : [];
}

/** Whether two lines have the same columns, also if a heading is centered in its column. */
function hasColumnsOf(one: PdfLine, other: PdfLine): boolean {
  return (
    one.cells.length === other.cells.length &&
    one.direction === other.direction &&
    one.cells.every(
      (cell, at) => isInColumn(cell, at, other.cells) || isInColumn(other.cells[at], at, one.cells),
    )
  );
}

/** Whether a cell is in the column of another line's cell. A column ends where the next one begins. */
function isInColumn(cell: PdfCell | undefined, at: number, cells: readonly PdfCell[]): boolean {
  const own = cells[at];
  if (!cell || !own) return false;
  const isRightToLeft = cells.length > 1 && (cells[0]?.x ?? 0) > (cells[1]?.x ?? 0);
  const next = cells[isRightToLeft ? at - 1 : at + 1];
  return cell.x >= own.x - SAME_COLUMN && cell.end <= Math.max(next?.x ?? Infinity, own.end + SAME_COLUMN);
}

function rowOf({ cells }: PdfLine): TableRow {
  return {
    type: 'tableRow',
    children: cells.map(({ text }) => ({ type: 'tableCell', children: textOf(text) })),
  };
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

/**
 * Removes headers, footers and page numbers: first or last lines that are equal on most pages, apart from
 * digits.
 */
function withoutRepeated(pages: readonly (readonly PdfLine[])[]): (readonly PdfLine[])[] {
  const counts = new Map<string, number>();
  for (const page of pages) {
    for (const key of new Set(edges(page).map(comparableText))) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const least = Math.max(MIN_REPEATS, pages.length * REPEATED_SHARE);
  const isRepeated = (line: PdfLine) => (counts.get(comparableText(line)) ?? 0) >= least;
  return pages.map((page) => {
    const own = new Set(edges(page).filter(isRepeated));
    return page.filter((line) => !own.has(line));
  });
}

function edges(page: readonly PdfLine[]): PdfLine[] {
  return [...new Set([...page.slice(0, 2), ...page.slice(-2)])];
}

function comparableText({ text }: PdfLine): string {
  return text.replaceAll(/\d+/g, '#');
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
