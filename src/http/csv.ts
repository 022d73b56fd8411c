export type CsvCell = string | number | undefined;

/** Tells programs that the file is UTF-8; without it, Excel takes it for the computer's old alphabet. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * What a spreadsheet begins a formula with, also in its full width, at the start of a cell: the real one, and where a
 * program that splits at other marks than commas would begin one.
 */
const FORMULA = /(^|[,;|"\t\r\n])(\s*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;
const LEADING_CONTROL = /^(?=[\t\r\n])/;

/** Text that no spreadsheet runs, whatever it separates cells by: a formula is preceded by an apostrophe (OWASP, CSV Injection). */
export function inert(text: string): string {
  return text.replaceAll(FORMULA, "$1$2'").replace(LEADING_CONTROL, "'");
}

/** One record of a CSV file (RFC 4180 §2). Numbers are written as they are, what is undefined as an empty cell. */
export function csvRecord(cells: readonly CsvCell[]): string {
  return `${cells.map(written).join(',')}\r\n`;
}

function written(cell: CsvCell): string {
  if (cell === undefined) return '';
  if (typeof cell === 'number') return String(cell);
  const text = inert(cell);
  return /[",;|\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
