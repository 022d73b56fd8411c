import type { Element, Root } from 'hast';
import rehypeParse from 'rehype-parse';
import rehypeRemark from 'rehype-remark';
import { unified } from 'unified';
import type { ParsedFile } from '../../ports.ts';
import { contentOf, type ContentOptions } from './html-content.ts';
import { attribute, elementsNamed, isElement, text, textOf, tokens } from './html-elements.ts';
import { markdownTable, withoutLayout } from './html-tables.ts';
import { documentOf, markdownOf, titleOf } from './markdown.ts';
import { withLeftOutNotes } from './notes.ts';
import { tidyPhrasing } from './phrasing.ts';
import { withoutRaised } from './raised-text.ts';
import { decoded } from './text.ts';

export interface PageOptions extends ContentOptions {
  /** A heading that has an address in the page ends with it: `## Opening hours {#hours}`. */
  headingIds?: boolean;
}

export interface PageContent {
  /** Of the page, else of its first heading; empty where it has neither. */
  title: string;
  /** The content of the page without front matter; may be empty. */
  markdown: string;
}

/** A web page that was uploaded. */
export function fromHtml(bytes: Uint8Array, fileName: string): ParsedFile {
  const page = parsedPage(bytes);
  const url = statedAddress(page);
  const { title, markdown } = pageContent(page, { headingIds: url !== undefined });
  const document = documentOf(markdown, {
    title: title === '' ? titleOf(fileName) : title,
    source: fileName,
    url,
  });
  return withLeftOutNotes(document, [
    ['pictures', elementsNamed(page, 'img', 'picture').length],
    ['embedded pages, films and sounds', elementsNamed(page, ...EMBEDDED).length],
  ]);
}

const EMBEDDED = ['iframe', 'frame', 'object', 'embed', 'video', 'audio', 'canvas'];

/** The address of a page that was saved as a file: its canonical one, or where the browser saved it from. */
function statedAddress(page: Root): string | undefined {
  const canonical = elementsNamed(page, 'link').find((one) => tokens(one, 'rel').includes('canonical'));
  const graph = elementsNamed(page, 'meta').find((one) => attribute(one, 'property') === 'og:url');
  const saved = page.children.map((node) =>
    node.type === 'comment' ? SAVED_FROM.exec(node.value)?.[1] : undefined,
  );
  const stated = [canonical && attribute(canonical, 'href'), graph && attribute(graph, 'content'), ...saved];
  return stated.find((url) => url !== undefined && /^https?:\/\//i.test(url) && URL.canParse(url));
}

/** The comment that browsers write into a saved page. */
const SAVED_FROM = /saved from url=\(\d+\)(https?:\S+)/;

/**
 * The tree of a page. `charset` is the one that its server states. Bytes in no known encoding are refused
 * (`Refused`), as is nesting that is too deep (`RangeError`).
 */
export function parsedPage(bytes: Uint8Array, charset?: string): Root {
  return unified()
    .use(rehypeParse)
    .parse(decoded(bytes, { charset, isHtml: true }));
}

/** The content of a page as Markdown (`contentOf`). */
export function pageContent(page: Root, options: PageOptions = {}): PageContent {
  const content = contentOf(page, options);
  const [stated, headline] = [
    elementsNamed(page, 'title'),
    elementsNamed({ type: 'root', children: content }, 'h1'),
  ];
  const title = [...stated, ...headline].map((one) => oneLine(textOf(one))).find((words) => words !== '');
  return { title: title ?? '', markdown: htmlMarkdown(content, options) };
}

/** The Markdown of elements, none of which is left out. */
export function htmlMarkdown(
  content: Element['children'],
  options: Pick<PageOptions, 'headingIds'> = {},
): string {
  const children = withoutRaised(content.flatMap((node) => plain(node, options)));
  const root: Root = { type: 'root', children };
  const processor = unified().use(rehypeRemark, {
    handlers: { table: (state, table: Element) => markdownTable(table, (one) => state.all(one)) },
  });
  return markdownOf(tidyPhrasing(processor.runSync(root)));
}

/** A node without tables that only lay it out, and with the addresses of headings. */
function plain(
  node: Element['children'][number],
  options: Pick<PageOptions, 'headingIds'>,
): Element['children'] {
  if (!isElement(node)) return [node];
  const children = node.children.flatMap((child) => plain(child, options));
  const whole = { ...node, children };
  if (node.tagName === 'table') return withoutLayout(whole);
  const id = attribute(node, 'id') ?? '';
  if (options.headingIds !== true || !/^h[1-6]$/.test(node.tagName) || !/^[\w-]+$/.test(id)) return [whole];
  return [{ ...whole, children: [...children, text(` {#${id}}`)] }];
}

function oneLine(words: string): string {
  return words.replaceAll(/\s+/g, ' ').trim();
}
