import { OPS } from 'unpdf/pdfjs';

/** The drawing operators of a page, in the form of pdf.js. */
interface Drawing {
  fnArray: readonly number[];
  argsArray: readonly unknown[];
}

type Matrix = readonly [number, number, number, number, number, number];
interface Box {
  left: number;
  right: number;
  bottom: number;
  top: number;
  color: string;
}
/** The position at which a text begins, in points. */
export interface DrawnText {
  x: number;
  y: number;
  isHidden: boolean;
}

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
/** White, or so light in red, green and blue that it is invisible on white paper. */
const WHITE = 0xf8;
const FILLS = new Set<unknown>([
  OPS.fill,
  OPS.eoFill,
  OPS.fillStroke,
  OPS.eoFillStroke,
  OPS.closeFillStroke,
  OPS.closeEOFillStroke,
]);
/** Pictures, shadings and patterns, which have no single color. */
const UNKNOWN = 'unknown';

/**
 * The start of each text of a page. A text is hidden if it is white and nothing is drawn behind it. The
 * invisible text layer of a scan is not hidden.
 */
export function drawnTexts({ fnArray, argsArray }: Drawing): DrawnText[] {
  const drawn: DrawnText[] = [];
  const behind: Box[] = [];
  let state = { matrix: IDENTITY, color: '#000000', mode: 0 };
  const saved: (typeof state)[] = [];
  let text = { matrix: IDENTITY, line: IDENTITY, leading: 0, size: 1, spacing: 0, rise: 0 };

  const move = (x: number, y: number) => {
    const line = multiply(text.line, [1, 0, 0, 1, x, y]);
    text = { ...text, line, matrix: line };
  };
  const cover = (box: readonly number[], color: string) => behind.push(boxOf(state.matrix, box, color));

  fnArray.forEach((operator, at) => {
    const args = argsArray[at];
    const numbers = numbersOf(args);
    const [one = 0, two = 0] = numbers;
    switch (operator) {
      case OPS.save:
        saved.push(state);
        break;
      case OPS.restore:
      case OPS.paintFormXObjectEnd:
        state = saved.pop() ?? state;
        break;
      case OPS.paintFormXObjectBegin:
        saved.push(state);
        state = { ...state, matrix: multiply(state.matrix, matrixOf(numbersOf(first(args)))) };
        break;
      case OPS.transform:
        state = { ...state, matrix: multiply(state.matrix, matrixOf(numbers)) };
        break;
      case OPS.setFillRGBColor:
        state = { ...state, color: String(first(args)) };
        break;
      case OPS.setFillColorN:
        state = { ...state, color: UNKNOWN };
        break;
      case OPS.constructPath: {
        const box = Array.isArray(args) ? numbersOf(args[2]) : [];
        if (FILLS.has(first(args)) && box.length === 4) cover(box, state.color);
        break;
      }
      case OPS.shadingFill:
        behind.push({ left: -Infinity, right: Infinity, bottom: -Infinity, top: Infinity, color: UNKNOWN });
        break;
      case OPS.paintImageXObject:
      case OPS.paintInlineImageXObject:
      case OPS.paintImageMaskXObject:
        cover([0, 0, 1, 1], UNKNOWN);
        break;
      case OPS.beginText:
        text = { ...text, matrix: IDENTITY, line: IDENTITY };
        break;
      case OPS.setTextMatrix: {
        const matrix = matrixOf(numbers.length === 6 ? numbers : numbersOf(first(args)));
        text = { ...text, matrix, line: matrix };
        break;
      }
      case OPS.setFont:
        text = { ...text, size: Number(Array.isArray(args) ? args[1] : 1) };
        break;
      case OPS.setLeading:
        text = { ...text, leading: one };
        break;
      case OPS.setCharSpacing:
        text = { ...text, spacing: one };
        break;
      case OPS.setTextRise:
        text = { ...text, rise: one };
        break;
      case OPS.setTextRenderingMode:
        state = { ...state, mode: one };
        break;
      case OPS.moveText:
        move(one, two);
        break;
      case OPS.setLeadingMoveText:
        text = { ...text, leading: -two };
        move(one, two);
        break;
      case OPS.nextLine:
        move(0, text.leading);
        break;
      case OPS.showText: {
        const [, , , , x, y] = multiply(state.matrix, multiply(text.matrix, [1, 0, 0, 1, 0, text.rise]));
        const isFilled = state.mode % 4 === 0;
        drawn.push({ x, y, isHidden: isFilled && isWhite(state.color) && isOnPaper(behind, x, y) });
        const width = advanceWidth(first(args), text.size, text.spacing);
        text = { ...text, matrix: multiply(text.matrix, [1, 0, 0, 1, width, 0]) };
        break;
      }
      default:
    }
  });
  return drawn;
}

function isOnPaper(behind: readonly Box[], x: number, y: number): boolean {
  const top = behind.findLast(
    (box) => x >= box.left - 1 && x <= box.right && y >= box.bottom - 1 && y <= box.top,
  );
  return top === undefined || isWhite(top.color);
}

function isWhite(color: string): boolean {
  const parts = /^#(..)(..)(..)$/.exec(color)?.slice(1);
  return parts !== undefined && parts.every((part) => parseInt(part, 16) >= WHITE);
}

/** The advance width of glyphs, from the list of pdf.js: glyphs with their widths, and spacing numbers. */
function advanceWidth(glyphs: unknown, size: number, spacing: number): number {
  if (!Array.isArray(glyphs)) return 0;
  return glyphs.reduce<number>((sum, glyph: unknown) => {
    if (typeof glyph === 'number') return sum - (glyph / 1000) * size;
    const isGlyph = typeof glyph === 'object' && glyph !== null && 'width' in glyph;
    return isGlyph ? sum + (Number(glyph.width) / 1000) * size + spacing : sum;
  }, 0);
}

function boxOf(
  matrix: Matrix,
  [left = 0, bottom = 0, right = 0, top = 0]: readonly number[],
  color: string,
): Box {
  const corners = [
    [left, bottom],
    [left, top],
    [right, bottom],
    [right, top],
  ].map(([x = 0, y = 0]) => multiply(matrix, [1, 0, 0, 1, x, y]));
  const xs = corners.map(([, , , , x]) => x);
  const ys = corners.map(([, , , , , y]) => y);
  return {
    left: Math.min(...xs),
    right: Math.max(...xs),
    bottom: Math.min(...ys),
    top: Math.max(...ys),
    color,
  };
}

function multiply(one: Matrix, other: Matrix): Matrix {
  const [a, b, c, d, e, f] = one;
  const [g, h, i, j, k, l] = other;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

function matrixOf([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: readonly number[]): Matrix {
  return [a, b, c, d, e, f];
}

function first(args: unknown): unknown {
  return Array.isArray(args) ? args[0] : undefined;
}

function numbersOf(args: unknown): number[] {
  if (Array.isArray(args) || ArrayBuffer.isView(args)) {
    return Array.from(args as ArrayLike<unknown>).filter((one) => typeof one === 'number');
  }
  return [];
}
