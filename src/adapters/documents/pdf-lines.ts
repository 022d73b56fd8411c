/** A piece of text on a page, as the PDF places it; lengths in points, `y` from the bottom. */
export interface PdfText {
  text: string;
  x: number;
  y: number;
  width: number;
  /** The size of the font. */
  size: number;
}

/** A line of a page: pieces on one base line, in cells where wide gaps divide them. */
export interface PdfLine {
  cells: readonly { text: string; x: number }[];
  text: string;
  y: number;
  size: number;
}

/** A gap of this many font sizes divides two cells; a smaller one is a space. */
const CELL_GAP = 1.6;
const SPACE_GAP = 0.15;
/** Pieces whose base lines differ by less than this share of the font size are on one line. */
const SAME_LINE = 0.4;

/** The lines of a page, in the order in which the PDF holds its text. */
export function linesOf(texts: readonly PdfText[]): PdfLine[] {
  const lines: PdfText[][] = [];
  for (const piece of texts) {
    if (piece.text.trim() === '') continue;
    const line = lines.at(-1);
    const before = line?.at(-1);
    if (line && before && follows(before, piece)) line.push(piece);
    else lines.push([piece]);
  }
  return lines.map(lineOf);
}

/** Text of the same line stands to the right; what jumps back begins a new line, as a new column does. */
function follows(before: PdfText, piece: PdfText): boolean {
  const size = Math.max(before.size, piece.size);
  return Math.abs(before.y - piece.y) < size * SAME_LINE && piece.x >= before.x + before.width - size;
}

function lineOf(pieces: readonly PdfText[]): PdfLine {
  const cells: { text: string; x: number }[] = [];
  let endsAt = 0;
  let characters = 0;
  let weighted = 0;
  for (const { text, x, width, size } of pieces) {
    const gap = (x - endsAt) / Math.max(size, 1);
    const cell = cells.at(-1);
    if (!cell || gap > CELL_GAP) cells.push({ text, x });
    else cell.text += (gap > SPACE_GAP && !cell.text.endsWith(' ') ? ' ' : '') + text;
    endsAt = x + width;
    characters += text.length;
    weighted += text.length * size;
  }
  const trimmed = cells.map(({ text, x }) => ({ text: text.replaceAll(/\s+/g, ' ').trim(), x }));
  return {
    cells: trimmed,
    text: trimmed.map(({ text }) => text).join(' '),
    y: pieces[0]?.y ?? 0,
    size: Math.round((weighted / characters) * 2) / 2,
  };
}
