import { zipSync } from 'fflate';
import type { Root } from 'hast';
import mammoth from 'mammoth';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import type { ParsedFile } from '../../ports.ts';
import { contentOf } from './html-content.ts';
import { eachElement } from './html-elements.ts';
import { ITEM_NUMBER } from './html-lists.ts';
import { htmlMarkdown } from './html.ts';
import { UnreadableFile } from './limits.ts';
import { documentOf, titleOf } from './markdown.ts';
import { withLeftOutNotes } from './notes.ts';
import { unzipParts } from './unzip.ts';
import { wordNumbers } from './word-numbers.ts';
import { hiddenStyles, normalizeWordXml, NUMBER_MARKS } from './word-xml.ts';

/**
 * The read parts of a Word file: text, styles, lists and notes. Pictures, macros, comments and embedded files
 * are not read.
 */
const READ_PARTS =
  /^(?:\[Content_Types\]\.xml|_rels\/\.rels|word\/(?:_rels\/)?(?!comments|vba)[\w-]+\.xml(?:\.rels)?)$/;
/** The parts whose text is read. */
const TEXT_PARTS = /^word\/(?:document|footnotes|endnotes)\d*\.xml$/;
/** Word never writes these. They allow external entities, and entities that expand without limit. */
const DECLARATION = /<!(?:DOCTYPE|ENTITY)/i;
/** Messages of the library that concern only formatting: no text is lost. */
const FORMATTING_MESSAGE = /style|Image of type|image file|break type|cell merging/i;
const IGNORED_ELEMENT = /^An unrecognised element was ignored: (?:\{[^}]*\})?(.+)$/;

/** Reads a Word file. Only its text parts are unpacked and passed to the library. */
export async function fromDocx(bytes: Uint8Array, fileName: string): Promise<ParsedFile> {
  const names: string[] = [];
  const parts = unzipParts(bytes, (name) => {
    names.push(name);
    return READ_PARTS.test(name);
  });
  if (!Array.from(parts.keys()).some((name) => name.startsWith('word/'))) {
    throw new UnreadableFile('file-type-unsupported');
  }
  for (const part of parts.values()) {
    if (DECLARATION.test(Buffer.from(part).toString('latin1'))) throw new UnreadableFile('file-damaged');
  }
  const counts = { hidden: 0 };
  const buffer = Buffer.from(zipSync(Object.fromEntries(readable(parts, counts)), { level: 0 }));
  const { html, pictures, messages } = await htmlOf(buffer);
  const page = unified().use(rehypeParse, { fragment: true }).parse(html);
  const markdown = documentOf(htmlMarkdown(contentOf(withNumbers(page))), {
    title: titleOf(fileName),
    source: fileName,
  });
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
    const textOf = (name: string) => {
      const part = parts.get(name);
      return part && Buffer.from(part).toString();
    };
    const styles = textOf('word/styles.xml');
    const numbering = textOf('word/numbering.xml');
    const options = {
      hiddenStyles: styles === undefined ? new Set<string>() : hiddenStyles(styles),
      numberOf: numbering === undefined ? () => undefined : wordNumbers(numbering, styles),
      counts,
    };
    return Array.from(parts, ([name, part]) => [
      name,
      TEXT_PARTS.test(name) ? Buffer.from(normalizeWordXml(Buffer.from(part).toString(), options)) : part,
    ]);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    throw new UnreadableFile('file-damaged', { cause: error });
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
    throw new UnreadableFile('file-damaged', { cause: error });
  }
}

const NUMBER = new RegExp(`${NUMBER_MARKS.before}([^${NUMBER_MARKS.after}]*)${NUMBER_MARKS.after}`);

/** Gives items of lists their numbers, and other paragraphs a text with it. Changes the tree in place. */
function withNumbers(page: Root): Root {
  eachElement(page, (element) => {
    const [first] = element.children;
    if (first?.type !== 'text') return;
    const [marked, number = ''] = NUMBER.exec(first.value) ?? [];
    if (marked === undefined) return;
    const isItem = element.tagName === 'li';
    first.value = first.value.replace(marked, () => (isItem ? '' : `${number} `));
    if (isItem) element.properties[ITEM_NUMBER] = number;
  });
  return page;
}

/** The library's messages about unread parts, each with its count. */
function messagesOf(messages: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const message of messages.filter((one) => !FORMATTING_MESSAGE.test(one))) {
    const [, element] = IGNORED_ELEMENT.exec(message) ?? [];
    const what = element === undefined ? message : `the element ${element}`;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return Array.from(counts);
}
