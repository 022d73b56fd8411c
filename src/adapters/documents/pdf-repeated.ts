import type { PdfLine } from './pdf-lines.ts';
import { tableAt } from './pdf-tables.ts';

/** From this many pages on, lines that most pages begin or end with are treated as headers and footers. */
const MIN_REPEATS = 3;
const REPEATED_SHARE = 0.6;
const PAGE_WORDS =
  /(?<![\p{L}\p{N}])(?:page|seite|página|pagina|strona|sida|side|pág\.|s\.|p\.)\s?\d+(?:\s?(?:of|von|de|sur|di|van|z|av|\/)\s?\d+)?/giu;
/** A line of only a number: `7`, `- 7 -`, `7 / 12`. */
const NUMBER_LINE = /^[^\p{L}\p{N}]{0,3}(\d{1,4})(?:\s?(?:of|von|de|\/)\s?\d{1,4})?[^\p{L}\p{N}]{0,3}$/u;

const WORD = /\p{L}/u;

/** The pages without repeated headers and footers, and how many lines were left out. */
interface PagesRead {
  pages: readonly (readonly PdfLine[])[];
  leftOut: number;
}

/**
 * Leaves out page numbers, and keeps the first of the headers and footers that most pages repeat. Rows of a
 * table are kept. Risk: a sentence that most pages end with is read once.
 */
export function withoutRepeated(pages: readonly (readonly PdfLine[])[]): PagesRead {
  const counts = new Map<string, number>();
  pages.forEach((page, number) => {
    for (const key of new Set(edges(page).map((line) => keyOf(line, number)))) {
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  });
  const least = Math.max(MIN_REPEATS, pages.length * REPEATED_SHARE);
  const seen = new Set<string>();
  let leftOut = 0;
  const kept = pages.map((page, number) => {
    const repeated = new Set(edges(page).filter((line) => (counts.get(keyOf(line, number)) ?? 0) >= least));
    const rows = rowsOf(page, repeated);
    return page.filter((line) => {
      if (!repeated.has(line) || rows.has(line)) return true;
      const key = keyOf(line, number);
      const isFirst = !seen.has(key) && WORD.test(key);
      seen.add(key);
      if (!isFirst) leftOut++;
      return isFirst;
    });
  });
  return { pages: kept, leftOut };
}

/** The rows of tables that have at least one line that other pages do not repeat. */
function rowsOf(page: readonly PdfLine[], repeated: ReadonlySet<PdfLine>): ReadonlySet<PdfLine> {
  const rows = new Set<PdfLine>();
  for (let at = 0; at < page.length; at++) {
    const table = tableAt(page, at);
    if (!table) continue;
    const lines = page.slice(at, at + table.lines);
    if (lines.some((line) => !repeated.has(line))) for (const line of lines) rows.add(line);
    at += table.lines - 1;
  }
  return rows;
}

function edges(page: readonly PdfLine[]): PdfLine[] {
  return [...new Set([...page.slice(0, 2), ...page.slice(-2)])];
}

/** The text of a line without page numbers; of a number, its distance to that of the page. */
function keyOf({ text }: PdfLine, page: number): string {
  const [, number] = NUMBER_LINE.exec(text) ?? [];
  if (number !== undefined) return `#${Number(number) - page}`;
  return text.replaceAll(PAGE_WORDS, '#');
}
