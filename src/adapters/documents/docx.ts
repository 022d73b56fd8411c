import { zipSync, Unzip, UnzipInflate } from 'fflate';
import mammoth from 'mammoth';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { contentOf } from './html-content.ts';
import { htmlMarkdown } from './html.ts';
import { Refused, LIMITS } from './limits.ts';
import { documentOf, titleOf } from './markdown.ts';

/** The text of a Word file, its styles, lists and notes: no pictures, macros, comments or embedded files. */
const WANTED =
  /^(?:\[Content_Types\]\.xml|_rels\/\.rels|word\/(?:_rels\/)?(?!comments|vba)[\w-]+\.xml(?:\.rels)?)$/;
/** Word writes neither; they are the way to external entities and to entities that grow. */
const DECLARATION = /<!(?:DOCTYPE|ENTITY)/i;

/** A Word file. Only its text parts are unpacked; the library is given them and nothing else. */
export async function fromDocx(bytes: Uint8Array, fileName: string): Promise<string> {
  const parts = unpacked(bytes, (name) => WANTED.test(name));
  if (!Array.from(parts.keys()).some((name) => name.startsWith('word/'))) {
    throw new Refused('file-type-unsupported');
  }
  for (const part of parts.values()) {
    if (DECLARATION.test(Buffer.from(part).toString('latin1'))) throw new Refused('file-damaged');
  }
  const buffer = Buffer.from(zipSync(Object.fromEntries(parts), { level: 0 }));
  const html = await htmlOf(buffer);
  return documentOf(htmlMarkdown(contentOf(unified().use(rehypeParse, { fragment: true }).parse(html))), {
    title: titleOf(fileName),
    source: fileName,
  });
}

async function htmlOf(buffer: Buffer): Promise<string> {
  try {
    const { value } = await mammoth.convertToHtml(
      { buffer },
      {
        externalFileAccess: false,
        convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })),
        styleMap: ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => p:fresh"],
      },
    );
    return value;
  } catch (error) {
    if (error instanceof RangeError) throw error;
    throw new Refused('file-damaged', { cause: error });
  }
}

/** Fed in small pieces, so that no single step can unpack more than some megabytes. */
const PIECE_BYTES = 8 * 1024;

/**
 * Unpacks the parts of an archive whose names are wanted, and no others. The limit counts the bytes that come
 * out, not those that the archive states.
 */
export function unpacked(bytes: Uint8Array, isWanted: (name: string) => boolean): Map<string, Uint8Array> {
  const parts = new Map<string, Uint8Array[]>();
  let names = 0;
  let total = 0;
  const archive = new Unzip((file) => {
    if (++names > LIMITS.parts) throw new Refused('file-too-complex');
    if (!isWanted(file.name)) return;
    if (parts.has(file.name)) throw new Refused('file-damaged');
    const pieces: Uint8Array[] = [];
    parts.set(file.name, pieces);
    file.ondata = (error, piece) => {
      // The library reports an error that was thrown here as one of its own.
      if (error) throw error instanceof Refused ? error : new Refused('file-damaged', { cause: error });
      total += piece.length;
      if (total > LIMITS.unpackedBytes) throw new Refused('file-too-complex');
      pieces.push(piece);
    };
    file.start();
  });
  archive.register(UnzipInflate);
  try {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      archive.push(bytes.subarray(at, at + PIECE_BYTES), at + PIECE_BYTES >= bytes.length);
    }
  } catch (error) {
    throw error instanceof Refused ? error : new Refused('file-damaged', { cause: error });
  }
  return new Map(Array.from(parts, ([name, pieces]) => [name, Buffer.concat(pieces)]));
}
