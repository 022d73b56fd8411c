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

/** A time of a row (RFC 3339, UTC), and an amount of money or a share. */
export type CsvValue = CsvCell | { time: string } | { decimal: string };

/** How a file is written for its reader. */
export interface CsvFormat {
  separator: ',' | ';';
  decimalMark: '.' | ',';
  /** Times are local in it; without it they are RFC 3339 in UTC. */
  timeZone?: string;
}

export const PLAIN_CSV: CsvFormat = { separator: ',', decimalMark: '.' };

/**
 * The format for a reader's language (BCP 47): where a comma separates decimals, spreadsheets expect a
 * semicolon between cells.
 */
export function csvFormat(locale: string | undefined, timeZone: string | undefined): CsvFormat {
  // Other subtags do not change the mark, and some of them are refused by Intl.
  const known = /^[a-z]{2,3}(-[a-z]{2}\b)?/i.exec(locale ?? '')?.[0] ?? 'en';
  const parts = new Intl.NumberFormat(known).formatToParts(1.5);
  const hasComma = parts.some(({ type, value }) => type === 'decimal' && value === ',');
  return {
    ...(hasComma ? { separator: ';' as const, decimalMark: ',' as const } : PLAIN_CSV),
    ...(timeZone !== undefined && { timeZone }),
  };
}

/** The title of a column of times. */
export const timeTitle = (title: string, { timeZone }: CsvFormat): string =>
  timeZone === undefined ? title : `${title} (${timeZone})`;

/** A time that spreadsheets of every language read as one: `2026-11-20 18:24:00`. */
function localTime(at: string, timeZone: string): string {
  const form = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return form.format(Date.parse(at)).replaceAll(/\s/g, ' ');
}

/**
 * One record of a CSV file (RFC 4180 §2, with the separator of the format). Numbers are written unquoted,
 * undefined as an empty cell.
 */
export function csvRecord(cells: readonly CsvValue[], format: CsvFormat = PLAIN_CSV): string {
  return `${cells.map((cell) => cellText(plainCell(cell, format), format.separator)).join(format.separator)}\r\n`;
}

function plainCell(cell: CsvValue, { decimalMark, timeZone }: CsvFormat): CsvCell | { number: string } {
  if (typeof cell !== 'object') return cell;
  if ('decimal' in cell) return { number: cell.decimal.replace('.', decimalMark) };
  return timeZone === undefined ? cell.time : localTime(cell.time, timeZone);
}

function cellText(cell: CsvCell | { number: string }, separator: CsvFormat['separator']): string {
  if (cell === undefined) return '';
  if (typeof cell === 'object') return cell.number.includes(separator) ? `"${cell.number}"` : cell.number;
  if (typeof cell === 'number') return String(cell);
  const text = escapeFormula(cell);
  return /[",;|\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
