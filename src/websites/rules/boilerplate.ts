import { createHash } from 'node:crypto';
import { isFileAddress } from './address.ts';

/** A block of a page's Markdown: a paragraph, a heading, a list, a table, or a fenced block. */
interface MarkdownBlock {
  /** The hash of its words; white space, punctuation and case are ignored. */
  hash: string;
  text: string;
}

/** Why a block is left out of a page. */
export type LeftOutWhy = 'chosen' | 'navigation' | 'most-pages';

/** The minimum number of pages with a block to detect that it is repeated. */
const MIN_PAGES = 3;
/** A block that is a heading, with its level. */
const HEADING = /^(#{1,6}) /;

/** Splits Markdown into blocks, which empty lines outside of fences separate. */
export function blocksOf(markdown: string): MarkdownBlock[] {
  const blocks: string[] = [];
  let lines: string[] = [];
  let fence: string | undefined;
  const end = () => {
    if (lines.length > 0) blocks.push(lines.join('\n'));
    lines = [];
  };
  for (const line of markdown.split('\n')) {
    const [mark] = /^ {0,3}(?:`{3,}|~{3,})/.exec(line) ?? [];
    if (mark !== undefined && (fence === undefined || mark.trim().startsWith(fence))) {
      fence = fence === undefined ? mark.trim() : undefined;
    }
    if (fence === undefined && line.trim() === '') end();
    else lines.push(line);
    // A heading is a block, also without an empty line after it.
    if (fence === undefined && HEADING.test(line)) end();
  }
  end();
  return blocks.map((text) => ({ hash: hashOf(text), text }));
}

/** The hash of a text's words; white space, punctuation and case are ignored. */
export function hashOf(text: string): string {
  const words = text
    .normalize('NFKC')
    .replaceAll(/\{#[^\s{}]+\}/g, '')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu);
  return createHash('sha256')
    .update((words ?? []).join(' '))
    .digest('base64url')
    .slice(0, 16);
}

interface Page {
  url: string;
  /** BCP 47. */
  language?: string | undefined;
  markdown: string;
}

/**
 * Counts the blocks of a site's pages to find the repeated ones: navigation and notices on three pages or
 * more, any other block on more than half of the pages in its language.
 */
export function repetitionCounter() {
  const byLanguage = new Map<string, { pages: number; counts: Map<string, number> }>();
  const furniture = new Map<string, number>();
  return {
    add({ url, language = '', markdown }: Page): void {
      const [key = ''] = language.toLowerCase().split('-', 1);
      const group = byLanguage.get(key) ?? { pages: 0, counts: new Map<string, number>() };
      byLanguage.set(key, group);
      group.pages++;
      const blocks = new Map(blocksOf(markdown).map((block) => [block.hash, block.text]));
      for (const [hash, text] of blocks) {
        group.counts.set(hash, (group.counts.get(hash) ?? 0) + 1);
        if (isFurniture(text, url)) furniture.set(hash, (furniture.get(hash) ?? 0) + 1);
      }
    },
    hashes(): ReadonlySet<string> {
      const onMost = Array.from(byLanguage.values()).flatMap(({ pages, counts }) =>
        [...counts].filter(([, count]) => count > pages / 2),
      );
      const all = [...furniture, ...onMost].filter(([, count]) => count >= MIN_PAGES);
      return new Set(all.map(([hash]) => hash));
    },
  };
}

/** The reasons for leaving blocks out of a page. */
interface LeftOutRules {
  url: string;
  /** The hashes of the blocks that an admin left out. */
  chosen: ReadonlySet<string>;
  /** The hashes of the repeated blocks. */
  repeated: ReadonlySet<string>;
  /** Keeps repeated text, except navigation and notices. */
  keepsRepeated: boolean;
}

export interface PageBlock extends MarkdownBlock {
  /** Absent: the block is kept. */
  why?: LeftOutWhy;
}

/**
 * The blocks of a page. Left out are the blocks that an admin chose, repeated ones, breadcrumbs, lists of
 * links below a repeated heading, and headings without a text that is left.
 */
export function pageBlocks(markdown: string, rules: LeftOutRules): PageBlock[] {
  let heading: string | undefined;
  const blocks = blocksOf(markdown).map((block): PageBlock => {
    if (levelOf(block) !== undefined) heading = block.hash;
    const why = reasonFor(block, heading !== undefined && rules.repeated.has(heading), rules);
    return { ...block, ...(why !== undefined && { why }) };
  });
  for (let at = blocks.length - 1; at >= 0; at--) {
    const block = blocks[at];
    const why = block && block.why === undefined ? whyEmptied(blocks, at, rules.repeated) : undefined;
    if (block && why !== undefined) block.why = why;
  }
  return blocks;
}

function reasonFor(
  block: MarkdownBlock,
  isBelowRepeated: boolean,
  { url, chosen, repeated, keepsRepeated }: LeftOutRules,
): LeftOutWhy | undefined {
  const { hash, text } = block;
  if (chosen.has(hash)) return 'chosen';
  if (levelOf(block) !== undefined) return undefined;
  const isRepeated = repeated.has(hash);
  if (isBreadcrumb(text, url)) return 'navigation';
  if (isRepeated && isFurniture(text, url)) return 'navigation';
  if (isBelowRepeated && isNavigation(text, url)) return 'navigation';
  // A price below the page's own heading belongs to the page, also if most products have the same.
  const isOfPage = keepsRepeated || (!isBelowRepeated && AMOUNT.test(text));
  return isRepeated && !isOfPage ? 'most-pages' : undefined;
}

/** Why a heading goes: everything below it goes, or it is repeated and has nothing below. */
function whyEmptied(
  blocks: readonly PageBlock[],
  index: number,
  repeated: ReadonlySet<string>,
): LeftOutWhy | undefined {
  const heading = blocks[index];
  const level = levelOf(heading);
  if (!heading || level === undefined) return undefined;
  let why: LeftOutWhy | undefined = repeated.has(heading.hash) ? 'navigation' : undefined;
  for (let below = index + 1; below < blocks.length; below++) {
    const block = blocks[below];
    if (!block || (levelOf(block) ?? Infinity) <= level) break;
    if (block.why === undefined) return undefined;
    ({ why } = block);
  }
  return why;
}

/** The kept blocks as Markdown. */
export function keptText(blocks: readonly PageBlock[]): string {
  return joined(blocks.filter(({ why }) => why === undefined));
}

/** Repeated text that is given once: its blocks with their repeated headings, without those in `given`. */
export function repeatedText(
  blocks: readonly PageBlock[],
  repeated: ReadonlySet<string>,
  given: Set<string>,
): string {
  const path: MarkdownBlock[] = [];
  const taken: MarkdownBlock[] = [];
  for (const block of blocks) {
    const level = levelOf(block);
    if (level !== undefined) {
      while ((levelOf(path.at(-1)) ?? 0) >= level) path.pop();
      path.push(block);
    } else if (block.why === 'most-pages' && !given.has(block.hash)) {
      given.add(block.hash);
      const above = path.filter((one) => repeated.has(one.hash) && !taken.includes(one));
      taken.push(...above, block);
    }
  }
  return joined(taken);
}

const joined = (blocks: readonly MarkdownBlock[]): string => blocks.map(({ text }) => text).join('\n\n');

function levelOf(block: MarkdownBlock | undefined): number | undefined {
  return HEADING.exec(block?.text ?? '')?.[1]?.length;
}

const CURRENCY = String.raw`\p{Sc}|(?:EUR|USD|GBP|CHF|SEK|NOK|DKK|PLN|CZK|kr|zł)(?![\p{L}])`;
/** A number with a currency. */
const AMOUNT = new RegExp(String.raw`\d\s?(?:${CURRENCY})|(?:${CURRENCY})\s?\d`, 'u');
/** A link that has only text, with its address. */
const LINK = /\[(?:[^[\]\\]|\\.)*\]\(([^\s()]*)(?: "[^"]*")?\)/g;
const WORDS = /[\p{L}\p{N}]/u;
/** The number of an item in an ordered list. */
const ITEM_NUMBER = /^ {0,12}\d{1,9}\./gm;
/** Between the links of a breadcrumb: `Home › Hire › Tents`. */
const TRAIL = /\s\\?[›»→>/]\s/u;
/** Longer blocks are no notices, in characters. */
const MAX_NOTICE = 600;
/** Notices about cookies and about copyright. */
const NOTICE =
  /©|\ball rights reserved|alle rechte vorbehalten|\b(?:us(?:e[sd]?|ing|an|amos)|verwende[nt]?|nutz(?:en|t)|setz(?:en|t)|utili[sz]\p{L}*|gebruik\p{L}*|używa\p{L}*|wykorzystuj\p{L}*)(?: \p{L}+)? cookie/iu;

/** Whether a block that other pages repeat has no information: navigation, or a notice. */
function isFurniture(text: string, url: string): boolean {
  return (text.length <= MAX_NOTICE && NOTICE.test(text)) || isNavigation(text, url);
}

/** Whether a block is a breadcrumb: links to other pages, and at its end often the name of the page. */
function isBreadcrumb(text: string, url: string): boolean {
  const pieces = text.split(TRAIL);
  return pieces.length > 1 && pieces.slice(0, -1).every((piece) => isNavigation(piece, url));
}

/** Whether a block has only links to pages of the same host. */
function isNavigation(text: string, url: string): boolean {
  if (WORDS.test(text.replaceAll(LINK, '').replaceAll(ITEM_NUMBER, ''))) return false;
  const links = Array.from(text.matchAll(LINK), ([, address = '']) => URL.parse(address, url));
  return links.length > 0 && links.every((link) => link !== null && isPageOf(link, url));
}

function isPageOf({ protocol, host, href }: URL, url: string): boolean {
  return /^https?:$/.test(protocol) && host === new URL(url).host && !isFileAddress(href);
}
