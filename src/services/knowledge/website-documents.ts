import { createHash } from 'node:crypto';
import { MAX_DOCUMENT_CHARACTERS } from '../../domain/assistants.ts';
import { documentNameOf, freeDocumentName } from '../../domain/document-names.ts';
import type { StoredWebsiteSource, WebsitePage } from '../../domain/records/website-source.ts';
import { boilerplateCounter, hashOf, withoutBlocks } from '../../domain/website/boilerplate.ts';
import { pageDocument } from '../../domain/website/page-document.ts';
import { sameTexts } from '../../domain/website/same-text.ts';
import { withoutHeadings } from '../../domain/website-sources/headings.ts';
import type { Clock } from '../../ports.ts';

/** A page of a website as a document for its assistant. */
export interface PageDocument {
  /** A file name, derived from the URL, so that it does not depend on other pages. */
  name: string;
  title: string;
  url: string;
  markdown: string;
  /** RFC 3339 in UTC. */
  readAt: string;
}

/** The documents of a website for its assistant. */
export interface WebsiteDocuments {
  documents: PageDocument[];
  /** The hashes of the blocks that most pages repeat. */
  boilerplate: string[];
  /** Pages with the same text as others, by URL. */
  excluded: ReadonlyMap<string, 'soft-404' | 'duplicate'>;
}

type Source = Pick<StoredWebsiteSource, 'address' | 'startUrl' | 'leftOutBlocks'>;

/** The maximum number of stored hashes of boilerplate blocks. */
const MAX_KEPT_HASHES = 500;
/** How many characters are converted until other work has its turn. */
const CHARACTERS_PER_TURN = 64_000;

/** Converts pages to documents, without boilerplate and the parts that an admin left out. */
export async function websiteDocuments(
  pages: readonly { page: WebsitePage; markdown: string }[],
  source: Source,
  clock: Pick<Clock, 'sleep'>,
): Promise<WebsiteDocuments> {
  const yieldAfter = turns(clock);
  const read = [];
  for (const { page, markdown } of pages) {
    read.push({ url: page.url, page, markdown, hash: hashOf(markdown) });
    await yieldAfter(markdown);
  }
  const excluded = new Map(
    Array.from(sameTexts(read, startOf(source)), ([url, { kind }]) => [url, kind] as const),
  );
  const given = read.filter(({ url }) => !excluded.has(url));
  const counter = boilerplateCounter();
  for (const { markdown } of given) {
    counter.add(markdown);
    await yieldAfter(markdown);
  }
  const boilerplate = [...counter.hashes()];
  const documents: PageDocument[] = [];
  const taken = new Set<string>();
  for (const { page, markdown } of given) {
    const body = pageBody(page, markdown, excludedBlocks(page, { ...source, boilerplate }));
    await yieldAfter(markdown);
    if (body === '') continue;
    const name = freeDocumentName(nameOf(page.url), taken);
    taken.add(name);
    documents.push({ name, ...documentOf(page, body) });
  }
  return { documents, boilerplate: boilerplate.slice(0, MAX_KEPT_HASHES), excluded };
}

function documentOf(page: WebsitePage, body: string): Omit<PageDocument, 'name'> {
  const { title, language, pageDate, canonicalUrl: url = page.url, readAt = '' } = page;
  const head = {
    title,
    url,
    ...(language !== undefined && { language }),
    ...(pageDate !== undefined && { pageDate }),
  };
  return { title, url, readAt, markdown: pageDocument(head, body).slice(0, MAX_DOCUMENT_CHARACTERS) };
}

/** Lets other work have its turn after each 64 000 characters. */
function turns(clock: Pick<Clock, 'sleep'>): (markdown: string) => Promise<void> {
  let characters = 0;
  return async (markdown) => {
    characters += markdown.length;
    if (characters < CHARACTERS_PER_TURN) return;
    characters = 0;
    await clock.sleep(0);
  };
}

/** The address of the start page after redirects. */
const startOf = ({ address, startUrl = address }: Pick<StoredWebsiteSource, 'address' | 'startUrl'>) =>
  startUrl;

/**
 * The hashes of the blocks to leave out of a page. The start page keeps boilerplate, so that opening hours or
 * a telephone number are not lost.
 */
export function excludedBlocks(
  { url }: Pick<WebsitePage, 'url'>,
  source: Source & Pick<StoredWebsiteSource, 'boilerplate'>,
): ReadonlySet<string> {
  const chosen = source.leftOutBlocks.map(({ hash }) => hash);
  return new Set(url === startOf(source) ? chosen : [...source.boilerplate, ...chosen]);
}

/** The text of a page for the assistant. */
export function pageBody(
  { leftOutHeadings = [] }: Pick<WebsitePage, 'leftOutHeadings'>,
  markdown: string,
  leftOut: ReadonlySet<string>,
): string {
  return withoutBlocks(withoutHeadings(markdown, leftOutHeadings), leftOut).trim();
}

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
