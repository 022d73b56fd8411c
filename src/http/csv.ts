export type CsvCell = string | number | undefined;

/** Marks the file as UTF-8; without it, Excel uses the computer's legacy encoding. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Characters that start a formula in a spreadsheet, also in full width, at the start of a cell, and after
 * other separators at which a program may split.
 */
const FORMULA = /(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])(?<=(?:^|[,;|"\t\r\n])\s*)/g;
const LEADING_CONTROL = /^(?=[\t\r\n])/;

/**
 * Prevents formula injection for any cell separator: an apostrophe precedes a formula (OWASP, CSV Injection).
 */
export function escapeFormula(text: string): string {
  return text.replaceAll(FORMULA, "'").replace(LEADING_CONTROL, "'");
}

/** One record of a CSV file (RFC 4180 §2). Numbers are written unquoted, undefined as an empty cell. */
export function csvRecord(cells: readonly CsvCell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`;
}

function cellText(cell: CsvCell): string {
  if (cell === undefined) return '';
  if (typeof cell === 'number') return String(cell);
  const text = escapeFormula(cell);
  return /[",;|\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
