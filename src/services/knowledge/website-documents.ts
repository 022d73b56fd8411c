import { MAX_DOCUMENT_CHARACTERS } from '../../domain/assistants.ts';
import { documentNameOf, freeDocumentName } from '../../domain/document-names.ts';
import type { StoredWebsiteSource, WebsitePage } from '../../domain/records/website-source.ts';
import type { SourceDocument } from '../../domain/revision-documents.ts';
import { boilerplateOf, hashOf, withoutBlocks } from '../../domain/website/boilerplate.ts';
import { pageDocument } from '../../domain/website/page-document.ts';
import { sameTexts } from '../../domain/website/same-text.ts';
import { withoutHeadings } from '../../domain/website-sources/headings.ts';

/** The documents of a website for its assistant. */
export interface WebsiteDocuments {
  documents: SourceDocument[];
  /** The hashes of the blocks that most pages repeat. */
  boilerplate: string[];
  /** Pages with the same text as others, by URL. */
  excluded: ReadonlyMap<string, 'soft-404' | 'duplicate'>;
}

/** The maximum number of stored hashes of boilerplate blocks. */
const MAX_KEPT_HASHES = 500;

/** Converts pages to documents, without boilerplate and the parts that an admin left out. */
export function websiteDocuments(
  pages: readonly WebsitePage[],
  texts: ReadonlyMap<string, string>,
  source: Pick<StoredWebsiteSource, 'address' | 'leftOutBlocks'>,
): WebsiteDocuments {
  const read = pages.flatMap((page) => {
    const markdown = page.text === undefined ? undefined : texts.get(page.text);
    return markdown === undefined ? [] : [{ url: page.url, page, markdown, hash: hashOf(markdown) }];
  });
  const excluded = new Map(
    Array.from(sameTexts(read, source.address), ([url, { kind }]) => [url, kind] as const),
  );
  const given = read.filter(({ url }) => !excluded.has(url));
  const boilerplate = [...boilerplateOf(given)];
  const taken = new Set<string>();
  const documents = given.flatMap(({ page, markdown }) => {
    const body = pageBody(page, markdown, excludedBlocks(page, { ...source, boilerplate }));
    if (body === '') return [];
    const name = freeDocumentName(nameOf(page.url), taken);
    taken.add(name);
    const { title, language, pageDate } = page;
    const url = page.canonicalUrl ?? page.url;
    const head = {
      title,
      url,
      ...(language !== undefined && { language }),
      ...(pageDate !== undefined && { pageDate }),
    };
    const document = pageDocument(head, body).slice(0, MAX_DOCUMENT_CHARACTERS);
    return [{ name, markdown: document, url, title, readAt: page.readAt ?? '' }];
  });
  return { documents, boilerplate: boilerplate.slice(0, MAX_KEPT_HASHES), excluded };
}

/**
 * The hashes of the blocks to leave out of a page. The start page keeps boilerplate, so that opening hours or
 * a telephone number are not lost.
 */
export function excludedBlocks(
  { url }: Pick<WebsitePage, 'url'>,
  source: Pick<StoredWebsiteSource, 'address' | 'boilerplate' | 'leftOutBlocks'>,
): ReadonlySet<string> {
  const chosen = source.leftOutBlocks.map(({ hash }) => hash);
  return new Set(url === source.address ? chosen : [...source.boilerplate, ...chosen]);
}

/** The text of a page for the assistant. */
export function pageBody(
  { leftOutHeadings = [] }: Pick<WebsitePage, 'leftOutHeadings'>,
  markdown: string,
  leftOut: ReadonlySet<string>,
): string {
  return withoutBlocks(withoutHeadings(markdown, leftOutHeadings), leftOut).trim();
}

/** A file name for an address: `shop.example/blog/post` becomes `shop.example blog post.md`. */
function nameOf(url: string): string {
  const { host, pathname, search } = new URL(url);
  const path = `${host}${decode(pathname)}${search}`.replaceAll(/[/?&=]+/g, ' ').trim();
  // The extension is replaced by `.md`; without it, a dot in the path would be taken for one.
  return documentNameOf(`${path}.html`);
}

function decode(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
