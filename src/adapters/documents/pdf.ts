import { getDocument, VerbosityLevel, type PDFDocumentProxy, type PDFPageProxy } from 'unpdf/pdfjs';
import type { ParsedFile } from '../../ports.ts';
import { LIMITS, UnreadableFile } from './limits.ts';
import { documentOf, markdownOf, titleOf } from './markdown.ts';
import { withLeftOutNotes } from './notes.ts';
import { blocksOf } from './pdf-blocks.ts';
import { drawnTexts, type DrawnText } from './pdf-hidden.ts';
import { linesOf, type PdfLine, type PdfText } from './pdf-lines.ts';
import { withoutRepeated } from './pdf-repeated.ts';
import { tidyPhrasing } from './phrasing.ts';
import { withoutPresentationForms } from './reading-order.ts';

/** With less text per page on average, a PDF counts as a scan. Scans may have a page number as text. */
const MIN_CHARACTERS_PER_PAGE = 8;
/** If more than this share of the characters is unknown, the text is refused. */
const MAX_UNKNOWN_SHARE = 0.3;

const OPTIONS = {
  verbosity: VerbosityLevel.ERRORS,
  disableFontFace: true,
  useSystemFonts: false,
  enableXfa: false,
  /** Needed to see which fonts map their glyphs to characters. */
  fontExtraProperties: true,
};
/** pdf.js decodes no pictures. */
const MAX_IMAGE_PIXELS = 1;

/** The lines of a page, and counts of its unread parts. */
interface Page {
  lines: PdfLine[];
  hidden: number;
  /** Characters in fonts that do not map glyphs to characters. */
  unknown: number;
}

/** Reads the text of a PDF. No page is drawn, no script runs and no other file is loaded. */
export async function fromPdf(bytes: Uint8Array, fileName: string): Promise<ParsedFile> {
  const task = getDocument({ ...OPTIONS, data: new Uint8Array(bytes), maxImageSize: MAX_IMAGE_PIXELS });
  try {
    const pdf = await openPdf(task.promise);
    const { numPages: pages } = pdf;
    if (pages > LIMITS.pages) throw new UnreadableFile('file-too-many-pages');
    const read = await pagesOf(pdf, bytes);
    const lines = read.map((page) => page.lines);
    const known = charactersOf(lines);
    const unknown = read.reduce((sum, page) => sum + page.unknown, 0);
    if (known < MIN_CHARACTERS_PER_PAGE * pages || unknown > (known + unknown) * MAX_UNKNOWN_SHARE) {
      throw new UnreadableFile('file-without-text');
    }
    const { pages: body, leftOut } = withoutRepeated(lines);
    const markdown = documentOf(markdownOf(tidyPhrasing(blocksOf(body))), {
      title: titleOf(fileName),
      source: fileName,
    });
    const notes = withLeftOutNotes(markdown, [
      ['text in the color of the paper', read.reduce((sum, page) => sum + page.hidden, 0)],
      ['characters of fonts without a Unicode map', unknown],
      ['page numbers and repeated lines at the edges of pages', leftOut],
    ]);
    return { ...notes, pages };
  } finally {
    await task.destroy();
  }
}

async function openPdf(promise: Promise<PDFDocumentProxy>): Promise<PDFDocumentProxy> {
  try {
    return await promise;
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    throw new UnreadableFile(isLocked ? 'file-encrypted' : 'file-damaged', { cause: error });
  }
}

async function pagesOf(pdf: PDFDocumentProxy, bytes: Uint8Array): Promise<Page[]> {
  const pages: Page[] = [];
  let characters = 0;
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pageOf(pdf, bytes, number);
    characters += charactersOf([page.lines]);
    if (characters > LIMITS.characters) throw new UnreadableFile('file-text-too-long');
    pages.push(page);
  }
  return pages;
}

async function pageOf(pdf: PDFDocumentProxy, bytes: Uint8Array, number: number): Promise<Page> {
  try {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent({ includeMarkedContent: false });
    const drawn = drawnTexts(await page.getOperatorList());
    const isSuspect = drawn.some(({ isHidden }) => isHidden);
    const hidden = isSuspect ? await hiddenOf(bytes, number) : [];
    const read: Page = { lines: [], hidden: 0, unknown: 0 };
    const pieces: PdfText[] = [];
    for (const item of items) {
      if (!('str' in item)) continue;
      if (isHiddenAt(item.transform, item.width, hidden)) read.hidden++;
      else if (isUnmapped(page, item.fontName)) read.unknown += item.str.trim().length;
      else pieces.push(pieceOf(item));
    }
    read.lines = linesOf(pieces);
    page.cleanup();
    return read;
  } catch (error) {
    throw error instanceof RangeError ? error : new UnreadableFile('file-damaged', { cause: error });
  }
}

/** Checks again with the pictures of the page, because white text on a picture is visible. */
async function hiddenOf(bytes: Uint8Array, number: number): Promise<DrawnText[]> {
  const task = getDocument({ ...OPTIONS, data: new Uint8Array(bytes) });
  try {
    const pdf = await task.promise;
    return drawnTexts(await (await pdf.getPage(number)).getOperatorList());
  } finally {
    await task.destroy();
  }
}

/** A text and its drawing operation match if they begin within this distance, in points. */
const POSITION_TOLERANCE = 1;

function isHiddenAt(
  [, , , , x = 0, y = 0]: readonly number[],
  width: number,
  drawn: readonly DrawnText[],
): boolean {
  const isOnLine = (one: DrawnText) => Math.abs(one.y - y) < POSITION_TOLERANCE;
  const inside = drawn.filter(
    (one) =>
      isOnLine(one) && one.x > x - POSITION_TOLERANCE && one.x < x + Math.max(width, POSITION_TOLERANCE),
  );
  return inside.length > 0 && inside.every(({ isHidden }) => isHidden);
}

/** Whether a font has glyph numbers only, without a mapping to characters. */
function isUnmapped(page: PDFPageProxy, fontName: string): boolean {
  const font: unknown = page.commonObjs.has(fontName) ? page.commonObjs.get(fontName) : undefined;
  if (typeof font !== 'object' || font === null) return false;
  if (!('composite' in font) || !('toUnicode' in font)) return false;
  const { composite, toUnicode } = font;
  // An identity map.
  return (
    composite === true && typeof toUnicode === 'object' && toUnicode !== null && 'firstChar' in toUnicode
  );
}

/** Rotates a piece into its reading direction: on a rotated page the lines become upright. */
function pieceOf({
  str,
  transform,
  width,
}: {
  str: string;
  transform: readonly number[];
  width: number;
}): PdfText {
  const [a = 1, b = 0, c = 0, d = 0, e = 0, f = 0] = transform;
  const angle = Math.atan2(b, a);
  const direction = Math.round((angle * 180) / Math.PI);
  const [cos, sin] = direction === 0 ? [1, 0] : [Math.cos(angle), Math.sin(angle)];
  return {
    text: withoutPresentationForms(str),
    x: e * cos + f * sin,
    y: f * cos - e * sin,
    width,
    size: Math.hypot(c, d) || 1,
    direction,
  };
}

function charactersOf(pages: readonly (readonly PdfLine[])[]): number {
  return pages.flat().reduce((sum, { text }) => sum + text.length, 0);
}
