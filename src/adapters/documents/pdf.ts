import { getDocument, VerbosityLevel, type PDFDocumentProxy } from 'unpdf/pdfjs';
import { LIMITS, Refused } from './limits.ts';
import { documentOf, markdownOf, titleOf } from './markdown.ts';
import { blocksOf } from './pdf-blocks.ts';
import { linesOf, type PdfLine, type PdfText } from './pdf-lines.ts';

/** A scan may have a number on each page; less text than this on average is none. */
const MIN_CHARACTERS_PER_PAGE = 8;

/** A PDF file: its text alone. Nothing is drawn, no script runs, and no other file is loaded. */
export async function fromPdf(
  bytes: Uint8Array,
  fileName: string,
): Promise<{ markdown: string; pages: number }> {
  const task = getDocument({
    data: bytes,
    verbosity: VerbosityLevel.ERRORS,
    disableFontFace: true,
    useSystemFonts: false,
    enableXfa: false,
  });
  try {
    const pdf = await opened(task.promise);
    const { numPages: pages } = pdf;
    if (pages > LIMITS.pages) throw new Refused('file-too-many-pages');
    const lines = await pageLines(pdf);
    if (charactersOf(lines) < MIN_CHARACTERS_PER_PAGE * pages) throw new Refused('file-without-text');
    const markdown = markdownOf(blocksOf(lines));
    return { markdown: documentOf(markdown, { title: titleOf(fileName), source: fileName }), pages };
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

async function pageLines(pdf: PDFDocumentProxy): Promise<PdfLine[][]> {
  const pages: PdfLine[][] = [];
  let characters = 0;
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pageOf(pdf, number);
    characters += charactersOf([page]);
    if (characters > LIMITS.characters) throw new Refused('file-text-too-long');
    pages.push(page);
  }
  return pages;
}

async function pageOf(pdf: PDFDocumentProxy, number: number): Promise<PdfLine[]> {
  try {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent({ includeMarkedContent: false });
    page.cleanup();
    return linesOf(items.flatMap((item) => ('str' in item ? [pieceOf(item)] : [])));
  } catch (error) {
    throw error instanceof RangeError ? error : new Refused('file-damaged', { cause: error });
  }
}

function pieceOf({
  str,
  transform,
  width,
}: {
  str: string;
  transform: readonly number[];
  width: number;
}): PdfText {
  const [, , c = 0, d = 0, x = 0, y = 0] = transform;
  return { text: str, x, y, width, size: Math.hypot(c, d) || 1 };
}

function charactersOf(pages: readonly (readonly PdfLine[])[]): number {
  return pages.flat().reduce((sum, { text }) => sum + text.length, 0);
}
