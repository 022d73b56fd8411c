import { deflateSync } from 'node:zlib';

/** A line of text with its position and font size, in points. */
export interface PdfLineAt {
  text: string;
  x?: number;
  y: number;
  size?: number;
}

export interface PdfOptions {
  /** Additional trailer entries, such as `/Encrypt`. */
  trailer?: string;
  /** Additional catalog entries, such as `/OpenAction`. */
  catalog?: string;
  /** Additional objects, by number from 1000 on. */
  objects?: Readonly<Record<number, string>>;
  /** Compresses the content of pages. Default: false. */
  deflate?: boolean;
}

/** Makes a PDF. A page is a list of lines, or its content stream. */
export function pdfFile(
  pages: readonly (readonly PdfLineAt[] | string | Uint8Array)[],
  { trailer = '', catalog = '', objects = {}, deflate = false }: PdfOptions = {},
): Buffer {
  const bodies = new Map<number, Buffer>();
  const text = (number: number, body: string) => bodies.set(number, Buffer.from(body, 'latin1'));
  const kids = pages.map((_, index) => `${10 + index * 2} 0 R`);
  text(1, `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`);
  text(2, `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages.length} >>`);
  text(3, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  pages.forEach((page, index) => {
    const number = 10 + index * 2;
    text(
      number,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${number + 1} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    );
    const plain = page instanceof Uint8Array ? Buffer.from(page) : Buffer.from(streamOf(page), 'latin1');
    const isPacked = page instanceof Uint8Array;
    const content = deflate && !isPacked ? deflateSync(plain) : plain;
    const filter = deflate || isPacked ? ' /Filter /FlateDecode' : '';
    bodies.set(
      number + 1,
      Buffer.concat([
        Buffer.from(`<< /Length ${content.length}${filter} >>\nstream\n`),
        content,
        Buffer.from('\nendstream'),
      ]),
    );
  });
  for (const [number, body] of Object.entries(objects)) text(Number(number), body);
  return assemble(bodies, trailer);
}

function streamOf(page: readonly PdfLineAt[] | string): string {
  return typeof page === 'string' ? page : page.map(operators).join('\n');
}

function operators({ text, x = 72, y, size = 11 }: PdfLineAt): string {
  const escaped = text.replaceAll(/[()\\]/g, (character) => `\\${character}`);
  return `BT /F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm (${escaped}) Tj ET`;
}

/** Objects with their cross-reference table (ISO 32000, 7.5). */
function assemble(bodies: ReadonlyMap<number, Buffer>, trailer: string): Buffer {
  const pieces = [Buffer.from('%PDF-1.7\n')];
  const positions: string[] = [];
  let length = pieces[0]?.length ?? 0;
  for (const [number, body] of bodies) {
    positions.push(`${number} 1\n${String(length).padStart(10, '0')} 00000 n \n`);
    const object = Buffer.concat([Buffer.from(`${number} 0 obj\n`), body, Buffer.from('\nendobj\n')]);
    pieces.push(object);
    length += object.length;
  }
  const size = Math.max(...bodies.keys()) + 1;
  pieces.push(
    Buffer.from(
      `xref\n0 1\n0000000000 65535 f \n${positions.join('')}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(pieces);
}
