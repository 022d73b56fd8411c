import { raisedText } from './raised-text.ts';
import { isRightToLeft, inReadingOrder } from './reading-order.ts';

/** A piece of text in its reading direction. Lengths are in points; `y` grows upwards. */
export interface PdfText {
  text: string;
  x: number;
  y: number;
  width: number;
  /** The font size. */
  size: number;
  /** The writing direction in degrees, counterclockwise; 0 for upright text. */
  direction: number;
}

/** A cell of a line, with its start and end. */
export interface PdfCell {
  text: string;
  x: number;
  end: number;
}

/** Pieces on one baseline, split into cells at wide gaps. */
export interface PdfLine {
  cells: readonly PdfCell[];
  text: string;
  y: number;
  size: number;
  direction: number;
}

/** A gap of this many font sizes separates two cells; a smaller gap is a space. */
const CELL_GAP = 1.6;
const SPACE_GAP = 0.15;
/** Pieces are on one line if their baselines differ by less than this share of the font size. */
const SAME_LINE = 0.4;
/** Superscript: a piece that is smaller than the line by this factor and above its baseline. */
const RAISED_SIZE = 0.8;
const RAISED_BY = 0.2;

/** The lines of a page, in the order of the PDF's text. */
export function linesOf(texts: readonly PdfText[]): PdfLine[] {
  const lines: PdfText[][] = [];
  for (const piece of texts) {
    if (piece.text.trim() === '') continue;
    const line = lines.at(-1);
    if (line && continues(line, piece)) line.push(piece);
    else lines.push([piece]);
  }
  return lines.map(lineOf);
}

/**
 * Whether a piece continues a line: it is to the right, or to the left in right-to-left text. A jump back
 * begins a new line, as in a new column.
 */
function continues(line: readonly PdfText[], piece: PdfText): boolean {
  const before = line.at(-1);
  if (before?.direction !== piece.direction) return false;
  const base = baseOf(line);
  const size = Math.max(base.size, piece.size);
  const isLevel =
    Math.abs(base.y - piece.y) < size * SAME_LINE || isRaised(piece, base) || isRaised(base, piece);
  if (!isLevel) return false;
  const isRightOf = piece.x >= before.x + before.width - size;
  const isLeftOf = piece.x + piece.width <= before.x + size;
  return isRightOf || (isLeftOf && (isRightToLeft(piece.text) || isRightToLeft(before.text)));
}

/** The largest piece of a line, which defines its baseline. */
function baseOf(line: readonly PdfText[]): PdfText {
  const [first, ...rest] = line;
  if (!first) throw new Error('A line has text.');
  return rest.reduce((base, piece) => (piece.size > base.size ? piece : base), first);
}

function isRaised(piece: PdfText, base: PdfText): boolean {
  const up = piece.y - base.y;
  return piece.size <= base.size * RAISED_SIZE && up > base.size * RAISED_BY && up < base.size;
}

function lineOf(pieces: readonly PdfText[]): PdfLine {
  const base = baseOf(pieces);
  const isReversed = pieces.some(({ text }) => isRightToLeft(text));
  const visual = isReversed ? pieces.toSorted((one, other) => one.x - other.x) : pieces;
  const cells: { pieces: string[]; x: number; end: number }[] = [];
  visual.forEach((piece, at) => {
    const { x, width, size } = piece;
    const cell = cells.at(-1);
    const gap = (x - (cell?.end ?? x)) / Math.max(size, 1);
    const isNewCell = !cell || gap > CELL_GAP;
    const before = isNewCell ? '' : cell.pieces.join('');
    const after = visual[at + 1]?.text ?? '';
    const text = isRaised(piece, base) ? raisedText(before, piece.text, after) : piece.text;
    if (isNewCell) cells.push({ pieces: [text], x, end: x + width });
    else {
      const isSpaced = before.endsWith(' ') || text === '' || text.startsWith('^');
      if (gap > SPACE_GAP && !isSpaced) cell.pieces.push(' ');
      cell.pieces.push(text);
      cell.end = x + width;
    }
  });
  const read = cells.map(({ pieces: inCell, x, end }) => ({
    text: (isReversed ? inReadingOrder(inCell) : inCell.join('')).replaceAll(/\s+/g, ' ').trim(),
    x,
    end,
  }));
  const ordered = isReversed ? read.toReversed() : read;
  const characters = pieces.reduce((sum, { text }) => sum + text.length, 0);
  const weighted = pieces.reduce((sum, { text, size }) => sum + text.length * size, 0);
  return {
    cells: ordered,
    text: ordered.map(({ text }) => text).join(' '),
    y: base.y,
    direction: base.direction,
    size: Math.round((weighted / characters) * 2) / 2,
  };
}
