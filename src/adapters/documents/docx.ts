import { zipSync } from 'fflate';
import mammoth from 'mammoth';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { htmlMarkdown } from './html.ts';
import { Refused } from './limits.ts';
import { documentOf, titleOf } from './markdown.ts';
import { unpacked } from './zip-parts.ts';

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
  return documentOf(htmlMarkdown(unified().use(rehypeParse, { fragment: true }).parse(html)), {
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
