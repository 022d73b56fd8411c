import { getDocument, VerbosityLevel, type PDFDocumentProxy, type PDFPageProxy } from 'unpdf/pdfjs';
import type { ParsedFile } from '../../ports.ts';
import { LIMITS, Refused } from './limits.ts';
import { documentOf, markdownOf, titleOf } from './markdown.ts';
import { withLeftOutNotes } from './notes.ts';
import { blocksOf } from './pdf-blocks.ts';
import { drawnTexts, type Drawn } from './pdf-hidden.ts';
import { linesOf, type PdfLine, type PdfText } from './pdf-lines.ts';
import { tidyPhrasing } from './phrasing.ts';
import { withoutDrawnForms } from './reading-order.ts';

/** A scan may have a number on each page; less text than this on average counts as no text. */
const MIN_CHARACTERS_PER_PAGE = 8;
/** If more than this share of the characters is unknown, the text is not worth reading. */
const MOST_UNKNOWN = 0.3;

const OPTIONS = {
  verbosity: VerbosityLevel.ERRORS,
  disableFontFace: true,
  useSystemFonts: false,
  enableXfa: false,
  /** Says which fonts map their glyphs to characters. */
  fontExtraProperties: true,
};
/** No picture is decoded. */
const NO_PICTURES = 1;

/** The lines of a page, and how much of it is unread. */
interface Page {
  lines: PdfLine[];
  hidden: number;
  /** Characters of fonts that do not say which characters they draw. */
  unknown: number;
}

/** A PDF file; only its text is read. Nothing is drawn, no script runs, and no other file is loaded. */
export async function fromPdf(bytes: Uint8Array, fileName: string): Promise<ParsedFile> {
  const task = getDocument({ ...OPTIONS, data: new Uint8Array(bytes), maxImageSize: NO_PICTURES });
  try {
    const pdf = await opened(task.promise);
    const { numPages: pages } = pdf;
    if (pages > LIMITS.pages) throw new Refused('file-too-many-pages');
    const read = await pagesOf(pdf, bytes);
    const lines = read.map((page) => page.lines);
    const known = charactersOf(lines);
    const unknown = read.reduce((sum, page) => sum + page.unknown, 0);
    if (known < MIN_CHARACTERS_PER_PAGE * pages || unknown > (known + unknown) * MOST_UNKNOWN) {
      throw new Refused('file-without-text');
    }
    const markdown = documentOf(markdownOf(tidyPhrasing(blocksOf(lines))), {
      title: titleOf(fileName),
      source: fileName,
    });
    const notes = withLeftOutNotes(markdown, [
      ['text in the color of the paper', read.reduce((sum, page) => sum + page.hidden, 0)],
      ['characters of fonts without a Unicode map', unknown],
    ]);
    return { ...notes, pages };
  } finally {
    await task.destroy();
  }
}

async function opened(promise: Promise<PDFDocumentProxy>): Promise<PDFDocumentProxy> {
  try {
    return await promise;
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    throw new Refused(isLocked ? 'file-encrypted' : 'file-damaged', { cause: error });
  }
}

async function pagesOf(pdf: PDFDocumentProxy, bytes: Uint8Array): Promise<Page[]> {
  const pages: Page[] = [];
  let characters = 0;
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pageOf(pdf, bytes, number);
    characters += charactersOf([page.lines]);
    if (characters > LIMITS.characters) throw new Refused('file-text-too-long');
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
    throw error instanceof RangeError ? error : new Refused('file-damaged', { cause: error });
  }
}

/** The same with the pictures of the page: white text on a picture is seen. */
async function hiddenOf(bytes: Uint8Array, number: number): Promise<Drawn[]> {
  const task = getDocument({ ...OPTIONS, data: new Uint8Array(bytes) });
  try {
    const pdf = await task.promise;
    return drawnTexts(await (await pdf.getPage(number)).getOperatorList());
  } finally {
    await task.destroy();
  }
}

/** Texts begin at the same place as what draws them, in points. */
const SAME_PLACE = 1;

function isHiddenAt(
  [, , , , x = 0, y = 0]: readonly number[],
  width: number,
  drawn: readonly Drawn[],
): boolean {
  const isOnLine = (one: Drawn) => Math.abs(one.y - y) < SAME_PLACE;
  const inside = drawn.filter(
    (one) => isOnLine(one) && one.x > x - SAME_PLACE && one.x < x + Math.max(width, SAME_PLACE),
  );
  return inside.length > 0 && inside.every(({ isHidden }) => isHidden);
}

/** Whether a font draws glyphs by their numbers, and does not say which characters they are. */
function isUnmapped(page: PDFPageProxy, fontName: string): boolean {
  const font: unknown = page.commonObjs.has(fontName) ? page.commonObjs.get(fontName) : undefined;
  if (typeof font !== 'object' || font === null) return false;
  if (!('composite' in font) || !('toUnicode' in font)) return false;
  const { composite, toUnicode } = font;
  // A map from numbers to the same numbers.
  return (
    composite === true && typeof toUnicode === 'object' && toUnicode !== null && 'firstChar' in toUnicode
  );
}

/** A piece in the direction in which it is read: a page that is turned has its lines upright here. */
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
    text: withoutDrawnForms(str),
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
