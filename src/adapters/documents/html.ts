import type { Element, Root } from 'hast';
import rehypeParse from 'rehype-parse';
import rehypeRemark from 'rehype-remark';
import { unified } from 'unified';
import type { ParsedFile } from '../../ports.ts';
import { contentOf, type ContentOptions } from './html-content.ts';
import { attribute, elementsNamed, isElement, text, textOf, tokens } from './html-elements.ts';
import { withShownNumbers } from './html-lists.ts';
import { markdownTable, withoutLayout } from './html-tables.ts';
import { documentOf, markdownOf, titleOf } from './markdown.ts';
import { withLeftOutNotes } from './notes.ts';
import { tidyPhrasing } from './phrasing.ts';
import { restoreAddresses } from './protected-addresses.ts';
import { flattenRaisedText } from './raised-text.ts';
import { decodeOrRefuse } from './text.ts';

export interface PageOptions extends ContentOptions {
  /** Appends the id of a heading to it: `## Opening hours {#hours}`. Default: false. */
  headingIds?: boolean;
}

interface PageContent {
  /** The page's title, or else its first heading; empty if both are missing. */
  title: string;
  /** The content of the page without front matter; can be empty. */
  markdown: string;
  /** How many parts of the page are left out, by kind. */
  leftOut: ReadonlyMap<string, number>;
}

/** Reads an uploaded web page. Throws as `parsePage` does. */
export function fromHtml(bytes: Uint8Array, fileName: string): ParsedFile {
  const page = parsePage(bytes);
  const url = savedAddress(page);
  const { title, markdown, leftOut } = pageContent(page, { headingIds: url !== undefined });
  const document = documentOf(markdown, {
    title: title === '' ? titleOf(fileName) : title,
    source: fileName,
    url,
  });
  return withLeftOutNotes(document, [...leftOut]);
}

/**
 * The address of a page that was saved as a file: its canonical URL, or the one that the browser recorded.
 */
function savedAddress(page: Root): string | undefined {
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
 * Parses a page. `charset` is the one that the server sent. Throws `UnreadableFile` for an unknown encoding,
 * and RangeError if the nesting is too deep.
 */
export function parsePage(bytes: Uint8Array, charset?: string): Root {
  const page = unified()
    .use(rehypeParse)
    .parse(decodeOrRefuse(bytes, { charset, isHtml: true }));
  return restoreAddresses(page);
}

/** The content of a page as Markdown (`contentOf`). */
export function pageContent(page: Root, options: PageOptions = {}): PageContent {
  const leftOut = new Map<string, number>();
  const onLeftOut = (what: string) => leftOut.set(what, (leftOut.get(what) ?? 0) + 1);
  const content = contentOf(page, { ...options, onLeftOut });
  const [stated, headline] = [
    elementsNamed(page, 'title'),
    elementsNamed({ type: 'root', children: content }, 'h1'),
  ];
  const title = [...stated, ...headline].map((one) => oneLine(textOf(one))).find((words) => words !== '');
  return { title: title ?? '', markdown: htmlMarkdown(content, options), leftOut };
}

/** Converts elements to Markdown without leaving any out. */
export function htmlMarkdown(
  content: Element['children'],
  options: Pick<PageOptions, 'headingIds'> = {},
): string {
  const children = flattenRaisedText(content.flatMap((node) => plain(node, options)));
  const root: Root = { type: 'root', children };
  const processor = unified().use(rehypeRemark, {
    handlers: { table: (state, table: Element) => markdownTable(table, (one) => state.all(one)) },
  });
  return markdownOf(tidyPhrasing(processor.runSync(root)));
}

/** Replaces layout tables by their content, and adds the ids of headings. */
function plain(
  node: Element['children'][number],
  options: Pick<PageOptions, 'headingIds'>,
): Element['children'] {
  if (!isElement(node)) return [node];
  const children = node.children.flatMap((child) => plain(child, options));
  const whole = { ...node, children };
  if (node.tagName === 'table') return withoutLayout(whole);
  if (node.tagName === 'ol' || node.tagName === 'ul') return withShownNumbers(whole);
  const id = attribute(node, 'id') ?? '';
  if (options.headingIds !== true || !/^h[1-6]$/.test(node.tagName) || !/^[\w-]+$/.test(id)) return [whole];
  return [{ ...whole, children: [...children, text(` {#${id}}`)] }];
}

function oneLine(words: string): string {
  return words.replaceAll(/\s+/g, ' ').trim();
}
