import type { Element, ElementContent } from 'hast';
import type { PhrasingContent, RootContent, Table, TableCell } from 'mdast';
import { attribute, elementOf, elementsNamed, isElement, outermost } from './html-elements.ts';
import { UnreadableFile } from './limits.ts';

/** A table with more cells, including spanned ones, is not converted. */
const MAX_CELLS = 50_000;

/** Replaces a table that is only used for layout by the content of its cells. Other tables stay unchanged. */
export function withoutLayout(table: Element): ElementContent[] {
  return isLayout(table) ? cellsOf(table).map(({ children }) => elementOf('div', children)) : [table];
}

function isLayout(table: Element): boolean {
  if (['presentation', 'none'].includes(attribute(table, 'role') ?? '')) return true;
  const cells = cellsOf(table);
  if (cells.some((cell) => elementsNamed(cell, 'table').length > 0)) return true;
  if (cells.some(({ tagName }) => tagName === 'th')) return false;
  const isHeading = ({ tagName }: Element) => /^h[1-6]$/.test(tagName);
  return rowsOf(table).length < 2 || cells.some((cell) => outermost(cell, isHeading).length > 0);
}

function rowsOf(table: Element): Element[] {
  const groups = table.children.filter(isElement);
  const rows = (tagName: string) =>
    groups.filter((one) => one.tagName === tagName).flatMap((one) => elementsNamed(one, 'tr'));
  return [
    ...rows('thead'),
    ...groups.filter(({ tagName }) => tagName === 'tr'),
    ...rows('tbody'),
    ...rows('tfoot'),
  ];
}

function cellsOf(table: Element): Element[] {
  return rowsOf(table).flatMap((row) => row.children.filter(isCell));
}

function isCell(node: ElementContent): node is Element {
  return isElement(node) && (node.tagName === 'td' || node.tagName === 'th');
}

/** Converts a table to Markdown, below its caption. `inner` converts the children of an element. */
export function markdownTable(table: Element, inner: (element: Element) => RootContent[]): RootContent[] {
  const rows = rowsOf(table);
  const grid = gridOf(rows);
  const width = Math.max(0, ...grid.map(({ length }) => length));
  const isWhole = (row: readonly (Element | undefined)[]) =>
    width > 1 && new Set(row).size === 1 && row.length === width;
  const heads = headRows(table, rows, grid);
  const titles = heads.filter(isWhole);
  const named = heads.filter((row) => !isWhole(row));
  const rest = grid.slice(heads.length);
  const header = named.length > 0 ? named : rest.splice(0, 1);
  const text = (cells: readonly (Element | undefined)[]): TableCell => ({
    type: 'tableCell',
    children: cells.flatMap((cell, at): PhrasingContent[] => [
      ...(at > 0 ? [{ type: 'text' as const, value: ' ' }] : []),
      ...(cell ? inOneLine(inner(cell)) : []),
    ]),
  });
  const columns = Array.from({ length: width }, (_, column) => column);
  const result: Table = {
    type: 'table',
    children: [
      {
        type: 'tableRow',
        children: columns.map((column) =>
          text([...new Set(header.map((row) => row[column]))].filter((cell) => cell !== undefined)),
        ),
      },
      ...rest.map((row) => ({
        type: 'tableRow' as const,
        // A row with one cell is a heading for the rows below it, not for each column.
        children: columns.map((column) => text(isWhole(row) && column > 0 ? [] : [row[column]])),
      })),
    ],
  };
  const captions = [
    ...elementsNamed(table, 'caption').map(inner),
    ...titles.map(([cell]) => (cell ? inner(cell) : [])),
  ];
  return [
    ...captions.map((nodes): RootContent => ({ type: 'paragraph', children: inOneLine(nodes) })),
    ...(width > 0 ? [result] : []),
  ];
}

/** The header rows: those of `thead`, or else the first rows that have only header cells. */
function headRows<T>(table: Element, rows: readonly Element[], grid: readonly T[]): readonly T[] {
  const head = elementsNamed(table, 'thead').flatMap((one) => elementsNamed(one, 'tr')).length;
  if (head > 0) return grid.slice(0, head);
  const first = rows.findIndex(({ children }) =>
    children.filter(isCell).some(({ tagName }) => tagName === 'td'),
  );
  return grid.slice(0, first < 0 ? rows.length : first);
}

/**
 * The cells of each row by column. A cell that spans columns or rows is repeated in each of them, so that
 * each value keeps its headings (HTML Standard, §4.9.12).
 */
function gridOf(rows: readonly Element[]): (Element | undefined)[][] {
  const grid: (Element | undefined)[][] = rows.map(() => []);
  let filled = 0;
  rows.forEach((row, at) => {
    let column = 0;
    for (const cell of row.children.filter(isCell)) {
      while (grid[at]?.[column] !== undefined) column++;
      const width = spanOf(cell, 'colSpan', 1_000);
      const height = Math.min(spanOf(cell, 'rowSpan', rows.length), rows.length - at);
      filled += width * height;
      if (filled > MAX_CELLS) throw new UnreadableFile('file-too-complex');
      for (let down = 0; down < height; down++) {
        for (let across = 0; across < width; across++) {
          const line = grid[at + down];
          if (line) line[column + across] ??= cell;
        }
      }
      column += width;
    }
  });
  return grid.map((line) => Array.from(line));
}

function spanOf(cell: Element, name: 'colSpan' | 'rowSpan', most: number): number {
  const stated = Number(attribute(cell, name) ?? 1);
  if (stated === 0 && name === 'rowSpan') return most;
  return Number.isInteger(stated) && stated > 0 ? Math.min(stated, most) : 1;
}

/** Joins blocks into one line, with semicolons between blocks that do not end with punctuation. */
function inOneLine(nodes: readonly RootContent[]): PhrasingContent[] {
  const parts = blocksOf(nodes).filter((part) => part.some((node) => wordsOf(node).trim() !== ''));
  return parts.flatMap((part, at) => {
    const before = parts[at - 1]?.at(-1);
    if (!before) return part;
    return [{ type: 'text', value: /[\p{P}]\s*$/u.test(wordsOf(before)) ? ' ' : '; ' }, ...part];
  });
}

/** The inline content of each block and line. */
function blocksOf(nodes: readonly RootContent[]): PhrasingContent[][] {
  const blocks: PhrasingContent[][] = [[]];
  for (const node of nodes) {
    if (isPhrasing(node)) blocks.at(-1)?.push(node);
    else if (node.type === 'code') blocks.push([{ type: 'inlineCode', value: oneLine(node.value) }], []);
    else blocks.push(...('children' in node ? blocksOf(node.children) : []), []);
  }
  return blocks;
}

function oneLine(code: string): string {
  return code.replaceAll(/\s+/g, ' ').trim();
}

function isPhrasing(node: RootContent): node is PhrasingContent {
  return ['text', 'strong', 'emphasis', 'delete', 'link', 'inlineCode', 'image'].includes(node.type);
}

function wordsOf(node: RootContent | undefined): string {
  if (node === undefined) return '';
  if ('value' in node) return node.value;
  return 'children' in node ? node.children.map((child) => wordsOf(child)).join('') : '';
}
