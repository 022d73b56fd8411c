import type { Element, ElementContent, Nodes } from 'hast';
import { elementOf, text } from './html-elements.ts';

/** Every element below a node, in the order of the document. */
export function* elementsBelow(node: Nodes): Iterable<Element> {
  if (!('children' in node)) return;
  for (const child of node.children) {
    if (child.type !== 'element') continue;
    yield child;
    yield* elementsBelow(child);
  }
}

export function firstElement(node: Nodes, isMatch: (element: Element) => boolean): Element | undefined {
  for (const below of elementsBelow(node)) if (isMatch(below)) return below;
  return undefined;
}

/** Elements whose content is not text of the page. */
const NO_TEXT = new Set(['script', 'style', 'noscript', 'template']);

/** The text of a node without scripts and styles; blocks are separated by white space. */
export function visibleText(node: Nodes): string {
  if (node.type === 'text') return node.value;
  if (!('children' in node) || (node.type === 'element' && NO_TEXT.has(node.tagName))) return '';
  const words = node.children.map(visibleText).join('');
  return node.type === 'element' && INLINE.has(node.tagName) ? words : ` ${words} `;
}

const INLINE = new Set(
  'a abbr b bdi bdo cite code data em i mark q s small span strong sub sup time u'.split(' '),
);

export function element(tagName: string, ...children: (ElementContent | string)[]): Element {
  return elementOf(
    tagName,
    children.map((child) => (typeof child === 'string' ? text(child) : child)),
  );
}

let segmenter: Intl.Segmenter | undefined;

/** Counts the words of a text in any language. */
export function countWords(words: string): number {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  let count = 0;
  for (const { isWordLike } of segmenter.segment(words)) if (isWordLike === true) count++;
  return count;
}
