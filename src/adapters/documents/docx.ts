import { zipSync } from 'fflate';
import mammoth from 'mammoth';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import type { ParsedFile } from '../../ports.ts';
import { contentOf } from './html-content.ts';
import { htmlMarkdown } from './html.ts';
import { Refused } from './limits.ts';
import { documentOf, titleOf } from './markdown.ts';
import { withLeftOutNotes } from './notes.ts';
import { unzipParts } from './unzip.ts';
import { hiddenStyles, normalizeWordXml } from './word-xml.ts';

/** The text of a Word file, its styles, lists and notes: no pictures, macros, comments or embedded files. */
const WANTED =
  /^(?:\[Content_Types\]\.xml|_rels\/\.rels|word\/(?:_rels\/)?(?!comments|vba)[\w-]+\.xml(?:\.rels)?)$/;
/** The parts with text that is read. */
const TEXTS = /^word\/(?:document|footnotes|endnotes)\d*\.xml$/;
/** Word writes neither; they are the way to external entities and to entities that grow. */
const DECLARATION = /<!(?:DOCTYPE|ENTITY)/i;
/** Messages of the library about looks: no text is lost. */
const ABOUT_LOOKS = /style|Image of type|image file|break type|cell merging/i;
const IGNORED_ELEMENT = /^An unrecognised element was ignored: (?:\{[^}]*\})?(.+)$/;

/** A Word file. Only its text parts are unpacked; the library is given them and nothing else. */
export async function fromDocx(bytes: Uint8Array, fileName: string): Promise<ParsedFile> {
  const names: string[] = [];
  const parts = unzipParts(bytes, (name) => {
    names.push(name);
    return WANTED.test(name);
  });
  if (!Array.from(parts.keys()).some((name) => name.startsWith('word/'))) {
    throw new Refused('file-type-unsupported');
  }
  for (const part of parts.values()) {
    if (DECLARATION.test(Buffer.from(part).toString('latin1'))) throw new Refused('file-damaged');
  }
  const counts = { hidden: 0 };
  const buffer = Buffer.from(zipSync(Object.fromEntries(readable(parts, counts)), { level: 0 }));
  const { html, pictures, messages } = await htmlOf(buffer);
  const page = unified().use(rehypeParse, { fragment: true }).parse(html);
  const markdown = documentOf(htmlMarkdown(contentOf(page)), { title: titleOf(fileName), source: fileName });
  const has = (pattern: RegExp) => names.filter((name) => pattern.test(name)).length;
  return withLeftOutNotes(markdown, [
    ['pictures', pictures],
    ['hidden parts', counts.hidden],
    ['comments', has(/^word\/comments\.xml$/)],
    ['page headers and footers', has(/^word\/(?:header|footer)\d*\.xml$/)],
    ['charts and diagrams', has(/^word\/(?:charts\/chart\d*|diagrams\/data\d*)\.xml$/)],
    ['embedded files', has(/^word\/embeddings\/./)],
    ...messages,
  ]);
}

function readable(
  parts: ReadonlyMap<string, Uint8Array>,
  counts: { hidden: number },
): [string, Uint8Array][] {
  try {
    const styles = parts.get('word/styles.xml');
    const hidden = styles ? hiddenStyles(Buffer.from(styles).toString()) : new Set<string>();
    return Array.from(parts, ([name, part]) => [
      name,
      TEXTS.test(name) ? Buffer.from(normalizeWordXml(Buffer.from(part).toString(), hidden, counts)) : part,
    ]);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    throw new Refused('file-damaged', { cause: error });
  }
}

async function htmlOf(buffer: Buffer) {
  let pictures = 0;
  try {
    const { value, messages } = await mammoth.convertToHtml(
      { buffer },
      {
        externalFileAccess: false,
        convertImage: mammoth.images.imgElement(() => {
          pictures++;
          return Promise.resolve({ src: '' });
        }),
        styleMap: ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => p:fresh"],
      },
    );
    return { html: value, pictures, messages: messagesOf(messages.map(({ message }) => message)) };
  } catch (error) {
    if (error instanceof RangeError) throw error;
    throw new Refused('file-damaged', { cause: error });
  }
}

/** The library's messages about unread parts, each with its number. */
function messagesOf(messages: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const message of messages.filter((one) => !ABOUT_LOOKS.test(one))) {
    const [, element] = IGNORED_ELEMENT.exec(message) ?? [];
    const what = element === undefined ? message : `the element ${element}`;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return Array.from(counts);
}
