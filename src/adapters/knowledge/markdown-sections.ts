import { basename, extname } from 'node:path';
import { lexer, type MarkedToken, type Token } from 'marked';
import { headingOf } from '../../websites/rules/headings.ts';
import type { KnowledgeDocument } from '../../ports.ts';
import { declaredSynonyms, frontMatter } from './front-matter.ts';

/** A part of a document under one heading. */
export interface Section {
  /** The nearest heading, as plain text. */
  title: string;
  /** The headings above it, outermost first. */
  path: readonly string[];
  /** The text below the heading as Markdown, without HTML. */
  markdown: string;
  /**
   * The URL in the document's front matter (`url:`, or else `source:`), if it is an http or https address,
   * with the fragment of the nearest heading that has one (`## Prices {#prices}`).
   */
  url?: string;
  /** The date in the document's front matter (`date:`), `YYYY-MM` or `YYYY-MM-DD`. */
  date?: string;
}

export interface ParsedSection extends Section {
  /** Its Markdown as plain text. */
  text: string;
}

/** A parsed document, as input of the index and of the lists of sections. */
export interface ParsedDocument {
  sections: readonly ParsedSection[];
  /** Groups of words that the front matter declares as synonyms. */
  synonyms: readonly (readonly string[])[];
}

/** The longest section, in characters. Longer ones are split into sections with the same title. */
const MAX_LENGTH = 2000;

/** Created on first use, because loading its rules takes 15 ms. */
let segmenter: Intl.Segmenter | undefined;

/** Splits a text in any language into sentences. White space after a sentence stays with it. */
export function sentencesOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'sentence' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** The fallback title of a document: its name. */
function titleOf(name: string): string {
  return basename(name, extname(name)).replaceAll(/[-_]+/g, ' ');
}

export function parseDocument({ name, markdown }: KnowledgeDocument): ParsedDocument {
  return { sections: sectionsOf(markdown, titleOf(name)), synonyms: declaredSynonyms(markdown) };
}

/** The sections of a document for which the parser takes too long: it is indexed as plain text. */
export function plainTextDocument({ name, markdown }: KnowledgeDocument): ParsedDocument {
  return { sections: textSections(markdown, titleOf(name)), synonyms: declaredSynonyms(markdown) };
}

/**
 * The sections of a Markdown document, in order. Text before the first heading gets the title in the front
 * matter (`title:`), or else `fallbackTitle`. An empty heading only appears in the path of others.
 */
export function sectionsOf(markdown: string, fallbackTitle: string): ParsedSection[] {
  const { body, source } = splitFrontMatter(markdown, fallbackTitle);
  try {
    return parseSections(body, source);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // Emphasis that is nested deeper than the stack: this document is indexed as plain text.
    return textSections(markdown, fallbackTitle);
  }
}

/** Splits a document as plain text, in linear time. */
function textSections(markdown: string, fallbackTitle: string): ParsedSection[] {
  const { body, source } = splitFrontMatter(markdown, fallbackTitle);
  return joinBlocks([body]).map((part) => ({ ...source, path: [], markdown: part, text: part }));
}

/** Splits a document into its body and the metadata in its front matter. */
function splitFrontMatter(markdown: string, fallbackTitle: string): { body: string; source: Source } {
  const { fields, body } = frontMatter(
    limitNesting(markdown.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')),
  );
  const url = pageUrl(fields.get('url')) ?? pageUrl(fields.get('source'));
  const [date] = DATE.exec(fields.get('date') ?? '') ?? [];
  const title = fields.get('title') ?? fallbackTitle;
  return { body, source: { title, ...(url !== undefined && { url }), ...(date !== undefined && { date }) } };
}

const DATE = /^\d{4}-\d{2}(?:-\d{2})?/;

type Source = Pick<Section, 'title' | 'url' | 'date'>;

function parseSections(body: string, { title: fallbackTitle, url, date }: Source): ParsedSection[] {
  const sections: ParsedSection[] = [];
  const open: { depth: number; title: string; fragment?: string }[] = [];
  let blocks: string[] = [];

  const end = () => {
    const headings = open.map(({ title }) => title);
    const title = headings.pop() ?? fallbackTitle;
    const address = withFragment(url, open.findLast(({ fragment }) => fragment !== undefined)?.fragment);
    for (const part of joinBlocks(blocks)) {
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
      blocks.push(withoutSoftBreaks(token));
    }
  }
  end();
  return sections;
}

/** Removes soft line breaks, because a chat shows every line break. */
function withoutSoftBreaks({ type, raw }: MarkedToken): string {
  if (type === 'paragraph') return raw.trim().replaceAll(/(?<! {2}|\\)\n\s*/g, ' ');
  if (type === 'list') return raw.trim().replaceAll(/\n[ \t]+(?![ \t]|[-*+] |\d+[.)] )/g, ' ');
  return raw.trim();
}

/** Joins blocks up to the maximum length. A longer block is split at sentences. */
function joinBlocks(blocks: readonly string[]): string[] {
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

/** The most markers in a section that is parsed into blocks. */
const MAX_MARKERS = 400;

/**
 * The blocks of a section's Markdown. Only prose can be split into sentences. A section with too many markers
 * is kept as one block, because parsing it would block other requests.
 */
export function blocksOf(markdown: string): { text: string; isProse: boolean }[] {
  if ((markdown.match(/[*_~[\]<]/g)?.length ?? 0) > MAX_MARKERS) return [{ text: markdown, isProse: true }];
  return lexer(markdown)
    .filter(isMarked)
    .filter(({ type }) => type !== 'space')
    .map(({ type, raw }) => ({ text: raw.trim(), isProse: type === 'paragraph' }));
}

/** Markdown as plain text, without markup, URLs and HTML. */
function plainText(tokens: readonly Token[]): string {
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

/** Without extensions the lexer only creates built-in tokens. */
function isMarked(_token: Token): _token is MarkedToken {
  return true;
}

/** Adds the fragment of a heading to a URL without a fragment. */
function withFragment(url: string | undefined, fragment: string | undefined): string | undefined {
  return url === undefined || fragment === undefined || url.includes('#') ? url : `${url}#${fragment}`;
}

function pageUrl(value: string | undefined): string | undefined {
  return value !== undefined && /^https?:\/\//.test(value) && URL.canParse(value) ? value : undefined;
}

/** The most levels of block quotes and lists. */
const MAX_LEVELS = 12;
/** Indentation also creates levels. */
const MAX_INDENT = 6 * MAX_LEVELS;
/** The longest run of one emphasis character. Longer rules and blanks are shortened. */
const MAX_RUN = 12;

/** The marker of a block quote or list item at the start of a line. */
const MARKER = /[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))/y;
const RUN = new RegExp(`([*_~])\\1{${MAX_RUN},}`, 'g');
/** Adjacent runs of different characters: `*_*_*_`. */
const MIXED = new RegExp(`[*_~]{${4 * MAX_RUN},}`, 'g');

/**
 * Limits the nesting of Markdown. A recursive parser needs time and stack in the square of the depth, so a
 * document of 100 KB could stop the process. Text that is nested deeper loses its markers.
 */
export function limitNesting(markdown: string): string {
  const short = markdown
    .replaceAll(RUN, (run) => run.slice(0, MAX_RUN))
    .replaceAll(MIXED, (run) => run.slice(0, MAX_RUN));
  return short.split('\n').map(limitLineNesting).join('\n');
}

function limitLineNesting(indented: string): string {
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
