import { createHash } from 'node:crypto';
import { MAX_DOCUMENT_CHARACTERS } from '../knowledge/rules/documents.ts';
import { documentNameOf, freeDocumentName } from '../platform/rules/document-names.ts';
import type { StoredWebsiteSource, WebsitePage } from './records/website-source.ts';
import {
  blocksOf,
  hashOf,
  keptText,
  pageBlocks,
  repeatedText,
  repetitionCounter,
  type PageBlock,
} from './rules/boilerplate.ts';
import { textHash } from '../knowledge/rules/revision-documents.ts';
import { pageDocument } from './rules/page-document.ts';
import { sameTexts, type SameText } from './rules/same-text.ts';
import { withoutHeadings } from './rules/headings.ts';
import type { Clock } from '../ports.ts';

/** A page of a website as a document for its assistant. */
export interface PageDocument {
  /** A file name, derived from the URL, so that it does not depend on other pages. */
  name: string;
  title: string;
  url: string;
  markdown: string;
  textHash: string;
  /** RFC 3339 in UTC. */
  readAt: string;
}

/** The documents of a website for its assistant. */
export interface WebsiteDocuments {
  documents: PageDocument[];
  /** The hashes of the repeated blocks. */
  boilerplate: string[];
  /** Pages with the same text as others, by URL. */
  excluded: ReadonlyMap<string, SameText>;
}

type Source = Pick<StoredWebsiteSource, 'address' | 'startUrl' | 'leftOutBlocks'>;

/** The maximum number of stored hashes of repeated blocks. */
const MAX_KEPT_HASHES = 500;
/** How many characters are converted until other work has its turn. */
const CHARACTERS_PER_STEP = 32_000;

/**
 * Converts pages to documents, without navigation and the parts that an admin left out. Text that most pages
 * repeat gets separate documents, which link to the first page with it.
 */
export async function websiteDocuments(
  pages: readonly { page: WebsitePage; markdown: string }[],
  source: Source,
  clock: Pick<Clock, 'sleep'>,
): Promise<WebsiteDocuments> {
  const yieldAfter = pauses(clock);
  const read = [];
  for (const { page, markdown } of pages) {
    read.push({ url: page.url, page, markdown, hash: hashOf(markdown) });
    await yieldAfter(markdown);
  }
  // Which of several pages with one text is kept does not change, unless it is gone.
  const rank = ({ page: { goneSince, insteadOf } }: { page: WebsitePage }) =>
    Number(goneSince !== undefined) * 2 + Number(insteadOf !== undefined);
  const inOrder = read.toSorted((one, other) => rank(one) - rank(other));
  const excluded = sameTexts(inOrder, startUrlOf(source));
  const given = read.filter(({ url }) => !excluded.has(url));
  const counter = repetitionCounter();
  for (const { url, page, markdown } of given) {
    counter.add({ url, language: page.language, markdown: chosenText(page, markdown) });
    await yieldAfter(markdown);
  }
  const boilerplate = [...counter.hashes()];
  const rules = leftOutRules({ ...source, boilerplate });
  const start = given.find(({ url }) => url === rules.startUrl);
  const once = textOnce(start && chosenText(start.page, start.markdown), rules.repeated);
  const documents = documentList();
  for (const { page, markdown } of given) {
    const blocks = blocksOfPage(page, markdown, rules);
    documents.add(page, nameOf(page.url), keptText(blocks));
    once.add(page, blocks);
    await yieldAfter(markdown);
  }
  for (const { page, text } of once.texts) {
    const { host } = new URL(page.url);
    const titled = { ...page, title: start?.page.title ?? host };
    documents.add(titled, documentNameOf(`${host} on many pages.html`), text);
  }
  return { documents: documents.made, boilerplate: boilerplate.slice(0, MAX_KEPT_HASHES), excluded };
}

/** Collects the repeated text of pages that the start page does not have, each block once. */
function textOnce(startText: string | undefined, repeated: ReadonlySet<string>) {
  const given = new Set(blocksOf(startText ?? '').map(({ hash }) => hash));
  const texts: { page: WebsitePage; text: string }[] = [];
  return {
    texts,
    add(page: WebsitePage, blocks: readonly PageBlock[]): void {
      const text = repeatedText(blocks, repeated, given);
      if (text !== '') texts.push({ page, text });
    },
  };
}

/** Collects documents with different names; pages without a text get none. */
function documentList() {
  const made: PageDocument[] = [];
  const taken = new Set<string>();
  return {
    made,
    add(page: WebsitePage, name: string, body: string): void {
      if (body.trim() === '') return;
      const free = freeDocumentName(name, taken);
      taken.add(free);
      made.push({ name: free, ...documentOf(page, body) });
    },
  };
}

function documentOf(page: WebsitePage, body: string): Omit<PageDocument, 'name'> {
  const { title, language, pageDate, canonicalUrl: url = page.url, readAt = '' } = page;
  const head = {
    title,
    url,
    ...(language !== undefined && { language }),
    ...(pageDate !== undefined && { pageDate }),
  };
  const markdown = pageDocument(head, body).slice(0, MAX_DOCUMENT_CHARACTERS);
  return { title, url, readAt, markdown, textHash: textHash(markdown) };
}

/** Lets other work run after each 32 000 characters. */
function pauses(clock: Pick<Clock, 'sleep'>): (markdown: string) => Promise<void> {
  let characters = 0;
  return async (markdown) => {
    characters += markdown.length;
    if (characters < CHARACTERS_PER_STEP) return;
    characters = 0;
    await clock.sleep(0);
  };
}

/** The address of the start page after redirects. */
const startUrlOf = ({ address, startUrl = address }: Pick<StoredWebsiteSource, 'address' | 'startUrl'>) =>
  startUrl;

/** The rules for leaving blocks out of a website's pages. */
export function leftOutRules(source: Source & Pick<StoredWebsiteSource, 'boilerplate'>) {
  return {
    startUrl: startUrlOf(source),
    chosen: new Set(source.leftOutBlocks.map(({ hash }) => hash)),
    repeated: new Set(source.boilerplate),
  };
}

/**
 * The blocks of a page. The start page keeps repeated text, so that opening hours or a telephone number have
 * their place; the repeated text of other pages is given once, in a separate document.
 */
export function blocksOfPage(
  page: Pick<WebsitePage, 'url' | 'leftOutHeadings'>,
  markdown: string,
  { startUrl, ...rules }: ReturnType<typeof leftOutRules>,
): PageBlock[] {
  const { url } = page;
  return pageBlocks(chosenText(page, markdown), { url, ...rules, keepsRepeated: url === startUrl });
}

/** The text of a page without the headings that an admin left out. */
const chosenText = ({ leftOutHeadings = [] }: Pick<WebsitePage, 'leftOutHeadings'>, markdown: string) =>
  withoutHeadings(markdown, leftOutHeadings);

/** A path whose words become a name without a loss. */
const PLAIN_PATH = /^[\p{L}\p{N}\p{M}._/-]{0,80}$/u;

/**
 * A file name for an address: `shop.example/blog/post` becomes `shop.example blog post.md`. An address that
 * is too long for a name, or has a query or other characters, gets a hash at its end.
 */
function nameOf(url: string): string {
  const { host, pathname, search } = new URL(url);
  const path = `${host}${decode(pathname)}${search}`;
  const words = path.replaceAll(/[/?&=]+/g, ' ').trim();
  // The extension is replaced by `.md`; without it, a dot in the path would be taken for one.
  if (PLAIN_PATH.test(path)) return documentNameOf(`${words}.html`);
  const short = Array.from(words).slice(0, 70).join('').trim();
  return documentNameOf(`${short} ${createHash('sha256').update(url).digest('hex').slice(0, 6)}.html`);
}

function decode(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
