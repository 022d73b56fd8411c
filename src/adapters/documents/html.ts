import type { Element, Nodes, Root, RootContent } from 'hast';
import rehypeParse from 'rehype-parse';
import rehypeRemark from 'rehype-remark';
import { unified } from 'unified';
import { documentOf, markdownOf, titleOf } from './markdown.ts';
import { decoded } from './text.ts';

/** Elements that are not part of what a page says. */
const LEFT_OUT = new Set(
  (
    'script style noscript template iframe frame object embed applet svg math canvas audio video picture img map ' +
    'nav footer form button input select textarea dialog link meta base'
  ).split(' '),
);
const HIDDEN = /display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d]*[1-9])/i;
const LINK = /^(?:https?|mailto|tel):/i;
/** The encoding that a page states in its first bytes (HTML Standard, §13.2.3.2). */
const CHARSET = /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i;
const PRESCAN_BYTES = 1024;

/** A web page: what its main part says, without scripts, navigation, forms, pictures and hidden text. */
export function fromHtml(bytes: Uint8Array, fileName: string): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, PRESCAN_BYTES));
  const page = unified()
    .use(rehypeParse)
    .parse(decoded(bytes, CHARSET.exec(head)?.[1]));
  const title = textOf(elementsOf(page, 'title')[0]).trim();
  return documentOf(htmlMarkdown(page), {
    title: title === '' ? titleOf(fileName) : title,
    source: fileName,
  });
}

/** The Markdown of a parsed page, or of a part of one. */
export function htmlMarkdown(page: Root): string {
  const mains = [...elementsOf(page, 'main'), ...elementsOf(page, 'article')];
  const [main] = mains;
  const root: Root = {
    type: 'root',
    children: kept(main && mains.length === 1 ? main.children : page.children),
  };
  const tree = unified().use(rehypeRemark).runSync(root);
  return markdownOf(tree);
}

/** The nodes without what is left out; a link that is none for visitors becomes its text. */
function kept(nodes: readonly RootContent[]): Element['children'] {
  return nodes.flatMap((node): Element['children'] => {
    if (node.type === 'text') return [node];
    if (node.type !== 'element' || LEFT_OUT.has(node.tagName) || isHidden(node)) return [];
    const children = kept(node.children);
    const { href } = node.properties;
    if (node.tagName === 'a' && !(typeof href === 'string' && LINK.test(href.trim()))) return children;
    return [node.tagName === 'table' ? withHeader({ ...node, children }) : { ...node, children }];
  });
}

/** Markdown has no table without a header, so that the first row is one. */
function withHeader(table: Element): Element {
  if (elementsOf(table, 'th').length > 0) return table;
  const [first] = elementsOf(table, 'tr');
  for (const cell of first?.children ?? []) {
    if (cell.type === 'element' && cell.tagName === 'td') cell.tagName = 'th';
  }
  return table;
}

function isHidden({ properties: { hidden, ariaHidden, style } }: Element): boolean {
  return (
    (hidden ?? false) !== false || ariaHidden === 'true' || (typeof style === 'string' && HIDDEN.test(style))
  );
}

function elementsOf(node: Nodes, tagName: string): Element[] {
  if (!('children' in node)) return [];
  return node.children.flatMap((child) =>
    child.type === 'element' && child.tagName === tagName ? [child] : elementsOf(child, tagName),
  );
}

function textOf(node: Nodes | undefined): string {
  if (node === undefined) return '';
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}
