import { basename, extname } from 'node:path';
import { lexer, type MarkedToken, type Token } from 'marked';
import { headingOf } from '../../domain/website-sources/headings.ts';
import type { KnowledgeDocument } from '../../ports.ts';
import { declaredSynonyms, frontMatter } from './front-matter.ts';
import type { ParsedDocument } from './parsed-documents.ts';

/** A part of a document under one heading. */
export interface Section {
  /** The nearest heading, as plain text. */
  title: string;
  /** The headings above it, outermost first. */
  path: readonly string[];
  /** The text below the heading as Markdown, without HTML. */
  markdown: string;
  /**
   * The URL in the document's front matter (`url:`, or else `source:`), if it is an http address, with the
   * fragment of the nearest heading that has one (`## Prices {#prices}`).
   */
  url?: string;
  /** The date in the document's front matter (`date:`), `YYYY-MM` or `YYYY-MM-DD`. */
  date?: string;
}

export interface ParsedSection extends Section {
  /** Its Markdown as plain text. */
  text: string;
}

/** Maximum length of a section in characters; longer ones are split into sections of the same title. */
const MAX_LENGTH = 2000;

/** Created for the first block that is too long: loading its rules takes some 15 ms. */
let segmenter: Intl.Segmenter | undefined;

/** The sentences of a text in any language, with the white space after each. */
export function sentencesOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'sentence' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** The title of a document that states none: its name. */
function titleOf(name: string): string {
  return basename(name, extname(name)).replaceAll(/[-_]+/g, ' ');
}

export function parsedDocument({ name, markdown }: KnowledgeDocument): ParsedDocument {
  return { sections: sectionsOf(markdown, titleOf(name)), synonyms: declaredSynonyms(markdown) };
}

/** A document that takes the parser too long: it is found as text. */
export function unparsedDocument({ name, markdown }: KnowledgeDocument): ParsedDocument {
  return { sections: textSections(markdown, titleOf(name)), synonyms: declaredSynonyms(markdown) };
}

/**
 * The sections of a Markdown document, in order. Text before the first heading has the title of the front
 * matter (`title:`), or else `fallbackTitle`. A heading without text is only part of the path of others.
 */
export function sectionsOf(markdown: string, fallbackTitle: string): ParsedSection[] {
  const { body, source } = split(markdown, fallbackTitle);
  try {
    return parsedSections(body, source);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // Emphasis nested deeper than the stack: the document is found as text, and all others as they are.
    return textSections(markdown, fallbackTitle);
  }
}

/** The sections of a document as text, in the time that its length takes. */
function textSections(markdown: string, fallbackTitle: string): ParsedSection[] {
  const { body, source } = split(markdown, fallbackTitle);
  return parts([body]).map((part) => ({ ...source, path: [], markdown: part, text: part }));
}

/** The body of a document, and what its front matter says of it. */
function split(markdown: string, fallbackTitle: string): { body: string; source: Source } {
  const { fields, body } = frontMatter(
    boundedMarkdown(markdown.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')),
  );
  const url = pageUrl(fields.get('url')) ?? pageUrl(fields.get('source'));
  const [date] = DATE.exec(fields.get('date') ?? '') ?? [];
  const title = fields.get('title') ?? fallbackTitle;
  return { body, source: { title, ...(url !== undefined && { url }), ...(date !== undefined && { date }) } };
}

const DATE = /^\d{4}-\d{2}(?:-\d{2})?/;

type Source = Pick<Section, 'title' | 'url' | 'date'>;

function parsedSections(body: string, { title: fallbackTitle, url, date }: Source): ParsedSection[] {
  const sections: ParsedSection[] = [];
  const open: { depth: number; title: string; fragment?: string }[] = [];
  let blocks: string[] = [];

  const end = () => {
    const headings = open.map(({ title }) => title);
    const title = headings.pop() ?? fallbackTitle;
    const address = withFragment(url, open.findLast(({ fragment }) => fragment !== undefined)?.fragment);
    for (const part of parts(blocks)) {
      sections.push({
        title,
        path: headings,
        markdown: part,
        text: plainText(lexer(part)),
        ...(address !== undefined && { url: address }),
        ...(date !== undefined && { date }),
      });
    }
    blocks = [];
  };
  for (const token of lexer(body).filter(isMarked)) {
    if (token.type === 'heading') {
      end();
      while ((open.at(-1)?.depth ?? 0) >= token.depth) open.pop();
      open.push({ depth: token.depth, ...headingOf(plainText(token.tokens)) });
    } else if (token.type !== 'html' && token.type !== 'def' && token.type !== 'space') {
      blocks.push(unwrapped(token));
    }
  }
  end();
  return sections;
}

/** Removes soft line breaks: a chat shows every break. */
function unwrapped({ type, raw }: MarkedToken): string {
  if (type === 'paragraph') return raw.trim().replaceAll(/(?<! {2}|\\)\n\s*/g, ' ');
  if (type === 'list') return raw.trim().replaceAll(/\n[ \t]+(?![ \t]|[-*+] |\d+[.)] )/g, ' ');
  return raw.trim();
}

/** Joins blocks into parts up to the maximum length; a longer block is split at sentences. */
function parts(blocks: readonly string[]): string[] {
  const pieces = blocks.flatMap((block) =>
    block.length <= MAX_LENGTH
      ? [{ text: block, joint: '\n\n' }]
      : sentencesOf(block).map((text, index) => ({ text, joint: index === 0 ? '\n\n' : '' })),
  );
  const joined: string[] = [];
  for (const { text, joint } of pieces) {
    const last = joined.at(-1);
    if (last === undefined || last.length + joint.length + text.length > MAX_LENGTH) joined.push(text);
    else joined[joined.length - 1] = last + joint + text;
  }
  return joined.map((part) => part.trim()).filter((part) => part !== '');
}

/** More markers in one section than this are no structure that a person wrote. */
const MAX_MARKERS = 400;

/**
 * The blocks of a section's Markdown; only prose can be split into sentences. A section with more markers
 * than people write is kept as one block, because parsing it would delay other requests.
 */
export function blocksOf(markdown: string): { text: string; isProse: boolean }[] {
  if ((markdown.match(/[*_~[\]<]/g)?.length ?? 0) > MAX_MARKERS) return [{ text: markdown, isProse: true }];
  return lexer(markdown)
    .filter(isMarked)
    .filter(({ type }) => type !== 'space')
    .map(({ type, raw }) => ({ text: raw.trim(), isProse: type === 'paragraph' }));
}

/** The text of Markdown without markup, URLs and HTML. */
export function plainText(tokens: readonly Token[]): string {
  return tokens
    .filter(isMarked)
    .map((token): string => {
      switch (token.type) {
        case 'html':
        case 'def':
        case 'image':
          return '';
        case 'br':
        case 'space':
        case 'hr':
          return '\n';
        case 'list':
          return token.items.map(({ tokens: item }) => `${plainText(item)}\n`).join('');
        case 'table':
          return [token.header, ...token.rows]
            .map((row) => `${row.map((cell) => plainText(cell.tokens)).join(' ')}\n`)
            .join('');
        case 'paragraph':
        case 'blockquote':
        case 'heading':
          return `${plainText(token.tokens)}\n`;
        case 'code':
          return `${token.text}\n`;
        default:
          if ('tokens' in token) return plainText(token.tokens);
          return 'text' in token ? token.text : '';
      }
    })
    .join('')
    .trim();
}

/** Without extensions the lexer only makes its built-in tokens. */
function isMarked(_token: Token): _token is MarkedToken {
  return true;
}

/** The address of a heading in a page; one that has a fragment already stays as it is. */
function withFragment(url: string | undefined, fragment: string | undefined): string | undefined {
  return url === undefined || fragment === undefined || url.includes('#') ? url : `${url}#${fragment}`;
}

function pageUrl(value: string | undefined): string | undefined {
  return value !== undefined && /^https?:\/\//.test(value) && URL.canParse(value) ? value : undefined;
}

/** More levels than this are no structure that a person wrote. */
const MAX_LEVELS = 12;
/** Indentation nests, too. */
const MAX_INDENT = 6 * MAX_LEVELS;
/** The longest run of one emphasis character; a rule or a blank to fill in says no more with a longer one. */
const MAX_RUN = 12;

/** A marker of a block quote or a list item at the beginning of what it contains. */
const MARKER = /[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))/y;
const RUN = new RegExp(`([*_~])\\1{${MAX_RUN},}`, 'g');
/** The same with one run beginning where another ends: `*_*_*_`. */
const MIXED = new RegExp(`[*_~]{${4 * MAX_RUN},}`, 'g');

/**
 * Markdown whose nesting is bounded. A parser that descends into each level needs time and stack that grow
 * with the square of the levels, so that one document of 100 KB could stop the process. Deeper nesting loses
 * its markers and keeps its text.
 */
export function boundedMarkdown(markdown: string): string {
  const short = markdown
    .replaceAll(RUN, (run) => run.slice(0, MAX_RUN))
    .replaceAll(MIXED, (run) => run.slice(0, MAX_RUN));
  return short.split('\n').map(boundedLine).join('\n');
}

function boundedLine(indented: string): string {
  const indent = indented.length - indented.trimStart().length;
  const line = indented.slice(Math.max(0, indent - MAX_INDENT));
  let kept = 0;
  let at = 0;
  for (let level = 0; ; level++) {
    MARKER.lastIndex = at;
    if (!MARKER.test(line)) break;
    at = MARKER.lastIndex;
    if (level < MAX_LEVELS) kept = at;
  }
  return kept === at ? line : `${line.slice(0, kept)} ${line.slice(at).trimStart()}`;
}
