import type { Table, TableRow } from 'mdast';
import type { PdfCell, PdfLine } from './pdf-lines.ts';

/** The extent of the cells in a column, in points; columns do not overlap. */
interface Column {
  x: number;
  end: number;
}

/** A cell that overlaps no column belongs to the column that begins at most this many points after it. */
const SAME_COLUMN = 12;
/** A line with more cells is no row of a table. */
const MAX_COLUMNS = 100;
/** The most lines with one cell between two rows, such as the second line of a cell. */
const MAX_SINGLES = 3;

/** The rows of a table, by column, and how many lines it has. */
interface PdfTable {
  rows: readonly (readonly (PdfCell | undefined)[])[];
  lines: number;
}

/**
 * The table that begins at a line: at least two lines with several cells each, whose cells are in the same
 * columns. A line with fewer cells stays in its table, with empty cells. A row is one line, so a cell of two
 * lines is two rows. Risk: text below each other in two columns is read as a table, row by row.
 */
export function tableAt(lines: readonly PdfLine[], at: number): PdfTable | undefined {
  const first = lines[at];
  if (!first || first.cells.length < 2 || first.cells.length > MAX_COLUMNS) return undefined;
  let columns: readonly Column[] = first.cells;
  let end = at + 1;
  /** The columns after the line before `end`. */
  let known = columns;
  for (let next = end; next <= end + MAX_SINGLES; next++) {
    const line = lines[next];
    const widened = line && canFollow(first, line) ? columnsWith(line, columns) : undefined;
    if (!line || !widened) break;
    columns = widened;
    if (line.cells.length === 1) continue;
    end = next + 1;
    known = columns;
  }
  if (end < at + 2) return undefined;
  return { rows: lines.slice(at, end).map(({ cells }) => inColumns(cells, known)), lines: end - at };
}

/** Whether a line can be a row below another one; a larger line is a heading between two tables. */
function canFollow(first: PdfLine, line: PdfLine): boolean {
  return line.direction === first.direction && (line.cells.length > 1 || line.size <= first.size);
}

function isRightToLeft(columns: readonly Column[]): boolean {
  return columns.length > 1 && (columns[0]?.x ?? 0) > (columns[1]?.x ?? 0);
}

/**
 * The columns of a table with a further line; undefined if the line does not fit. A line with more cells than
 * columns adds columns, if each column has a cell of it.
 */
function columnsWith({ cells }: PdfLine, columns: readonly Column[]): readonly Column[] | undefined {
  if (cells.length > MAX_COLUMNS) return undefined;
  const isReversed = isRightToLeft(columns);
  const isSame =
    cells.length === columns.length &&
    cells.every(
      (cell, index) => isInColumn(cell, columns, index) || isInColumn(columns[index], cells, index),
    );
  const at = cells.map((cell, index) => (isSame ? index : columnOf(cell, columns)));
  const known = at.filter((index) => index !== undefined);
  const isInOrder = known.every((index, place) => place === 0 || index > (known[place - 1] ?? -1));
  const isNew = known.length < cells.length;
  if (!isInOrder || known.length === 0 || (isNew && known.length < columns.length)) return undefined;
  const widened = columns.map((column, index) => union(column, cells[at.indexOf(index)]));
  const added = cells.filter((_cell, place) => at[place] === undefined);
  const sign = isReversed ? -1 : 1;
  const all = [...widened, ...added].toSorted((one, other) => sign * (one.x - other.x));
  const isApart = all.every(({ x, end }, index) => {
    const next = all[index + 1];
    return !next || (isReversed ? next.end <= x : end <= next.x);
  });
  return isApart && all.length <= MAX_COLUMNS ? all : undefined;
}

function union(column: Column, cell: PdfCell | undefined): Column {
  return cell ? { x: Math.min(column.x, cell.x), end: Math.max(column.end, cell.end) } : column;
}

/** The column of a cell: the only one that it overlaps, or else the one that begins before it. */
function columnOf(cell: PdfCell, columns: readonly Column[]): number | undefined {
  const overlapped = columns.flatMap(({ x, end }, index) => (cell.x < end && cell.end > x ? [index] : []));
  if (overlapped.length > 0) return overlapped.length === 1 ? overlapped[0] : undefined;
  const index = columns.findIndex((_column, at) => isInColumn(cell, columns, at));
  return index < 0 ? undefined : index;
}

/** Whether a cell begins in a column, and ends where the next column begins. */
function isInColumn(cell: Column | undefined, columns: readonly Column[], at: number): boolean {
  const own = columns[at];
  if (!cell || !own) return false;
  const next = columns[isRightToLeft(columns) ? at - 1 : at + 1];
  return cell.x >= own.x - SAME_COLUMN && cell.end <= Math.max(next?.x ?? Infinity, own.end + SAME_COLUMN);
}

function inColumns(cells: readonly PdfCell[], columns: readonly Column[]): (PdfCell | undefined)[] {
  return columns.map((column) => cells.find((cell) => cell.x < column.end && cell.end > column.x));
}

/**
 * A table in Markdown. The head is kept once if pages repeat it: `pageStarts` are the indexes of the rows
 * that begin a page.
 */
export function markdownTable({ rows }: PdfTable, pageStarts: ReadonlySet<number>): Table {
  const texts = rows.map((row) => row.map((cell) => cell?.text ?? ''));
  const keys = texts.map((row) => JSON.stringify(row));
  let ofHead: number | undefined;
  const kept = texts.filter((_row, at) => {
    if (at > 0 && pageStarts.has(at)) ofHead = 0;
    if (ofHead === undefined) return true;
    const isHead = keys[at] === keys[ofHead];
    ofHead = isHead ? ofHead + 1 : undefined;
    return !isHead;
  });
  return { type: 'table', children: kept.map(rowOf) };
}

function rowOf(texts: readonly string[]): TableRow {
  return {
    type: 'tableRow',
    children: texts.map((value) => ({ type: 'tableCell', children: [{ type: 'text', value }] })),
  };
}
