import type { Element, Root, RootContent } from 'hast';
import { element, elementsBelow, visibleText } from './page-elements.ts';

/** Contact details in a footer: a phone number, an e-mail address, opening times. */
const TIMES =
  /\b\d{1,2}(?:[:.]\d\d)?\s?(?:[ap]\.?m\.?)?\s?(?:[-–—]|to|bis|until|à|a)\s?\d{1,2}(?:[:.]\d\d)?\b/i;
const BLOCKS = new Set(['p', 'li', 'address', 'dl', 'table', 'div']);
/** A longer block contains other blocks, or is not a contact detail; in UTF-16 code units. */
const MAX_LENGTH = 300;

/**
 * The contact details of a page's footer, because small businesses often publish them only there. Kept are
 * addresses, and blocks with a phone number, an e-mail address or opening times.
 */
export function footerContact(page: Root): Element[] {
  const footers = [...elementsBelow(page)].filter(
    ({ tagName, properties }) => tagName === 'footer' || properties['role'] === 'contentinfo',
  );
  const blocks = footers.flatMap(({ children }) => details(children));
  const texts = blocks.map((block) => visibleText(block).replaceAll(/\s+/g, ' ').trim());
  const unique = texts.filter((text, index) => text !== '' && texts.indexOf(text) === index);
  return unique.map((text) => element('p', text));
}

function details(nodes: readonly RootContent[]): Element[] {
  return nodes.flatMap((node): Element[] => {
    if (node.type !== 'element' || /^(?:nav|form|script|style)$/.test(node.tagName)) return [];
    const inner = details(node.children);
    if (inner.length > 0 && node.tagName !== 'address') return inner;
    return BLOCKS.has(node.tagName) && isDetail(node) ? [node] : [];
  });
}

function isDetail(node: Element): boolean {
  const text = visibleText(node);
  if (text.length > MAX_LENGTH) return false;
  const links = [...elementsBelow(node)].map(({ properties }) =>
    typeof properties['href'] === 'string' ? properties['href'] : '',
  );
  return (
    node.tagName === 'address' || TIMES.test(text) || links.some((href) => /^(?:tel|mailto):/i.test(href))
  );
}
