import { MAX_DOCUMENT_CHARACTERS } from '../../domain/assistants.ts';
import { documentNameOf, freeDocumentName } from '../../domain/document-names.ts';
import type { WebsitePage, WebsiteSourceEdit } from '../../domain/records/website-source.ts';
import type { SourceDocument } from '../../domain/revision-documents.ts';
import { boilerplateOf, withoutBlocks } from '../../domain/website-sources/blocks.ts';
import { withoutHeadings } from '../../domain/website-sources/headings.ts';

/** The documents that pages make, without what stands on most of them and what an admin has left out. */
export function websiteDocuments(
  pages: readonly WebsitePage[],
  texts: ReadonlyMap<string, string>,
  { leftOutBlocks }: Pick<WebsiteSourceEdit, 'leftOutBlocks'>,
): { documents: SourceDocument[]; boilerplate: string[] } {
  const read = pages.flatMap((page) => {
    const markdown = page.text === undefined ? undefined : texts.get(page.text);
    return markdown === undefined ? [] : [{ page, markdown }];
  });
  const boilerplate = boilerplateOf(read.map(({ markdown }) => markdown));
  const leftOut = new Set([...boilerplate, ...leftOutBlocks.map(({ hash }) => hash)]);
  const taken = new Set<string>();
  const documents = read.flatMap(({ page, markdown }) => {
    const body = pageBody(page, markdown, leftOut);
    if (body === '') return [];
    const name = freeDocumentName(nameOf(page.url), taken);
    taken.add(name);
    const url = page.canonicalUrl ?? page.url;
    const document = `${frontMatterOf(page, url)}${body}\n`.slice(0, MAX_DOCUMENT_CHARACTERS);
    return [{ name, markdown: document, url, title: page.title, readAt: page.readAt ?? '' }];
  });
  return { documents, boilerplate: [...boilerplate].slice(0, MAX_KEPT_HASHES) };
}

/** How many blocks of a website's boilerplate are remembered, to be shown as such. */
const MAX_KEPT_HASHES = 500;

/** The text of a page as the assistant is given it. */
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
  const path = `${host}${decoded(pathname)}${search}`.replaceAll(/[/?&=]+/g, ' ').trim();
  // The ending is of Markdown; without one, a dot in the path would be taken for its beginning.
  return documentNameOf(`${path}.html`);
}

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

function frontMatterOf({ title, pageDate }: WebsitePage, url: string): string {
  const lines = [`title: ${oneLine(title)}`, `url: ${url}`, ...(pageDate ? [`date: ${pageDate}`] : [])];
  return `---\n${lines.join('\n')}\n---\n\n`;
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
