import type { Element, ElementContent, Nodes } from 'hast';

/** Every element below a node, in the order of the document. */
export function* elementsBelow(node: Nodes): Iterable<Element> {
  if (!('children' in node)) return;
  for (const child of node.children) {
    if (child.type !== 'element') continue;
    yield child;
    yield* elementsBelow(child);
  }
}

export function firstElement(node: Nodes, isMeant: (element: Element) => boolean): Element | undefined {
  for (const below of elementsBelow(node)) if (isMeant(below)) return below;
  return undefined;
}

/** Elements whose content is no text of the page. */
const NO_TEXT = new Set(['script', 'style', 'noscript', 'template']);

/** The text of a node without scripts and styles; blocks are separated by white space. */
export function visibleText(node: Nodes): string {
  if (node.type === 'text') return node.value;
  if (!('children' in node) || (node.type === 'element' && NO_TEXT.has(node.tagName))) return '';
  const text = node.children.map(visibleText).join('');
  return node.type === 'element' && INLINE.has(node.tagName) ? text : ` ${text} `;
}

const INLINE = new Set(
  'a abbr b bdi bdo cite code data em i mark q s small span strong sub sup time u'.split(' '),
);

/** An attribute as text; undefined where it is absent. Lists, such as `class`, are joined by spaces. */
export function attribute({ properties }: Element, name: string): string | undefined {
  const value = properties[name];
  if (value === undefined || value === null || value === false) return undefined;
  return Array.isArray(value) ? value.join(' ') : String(value);
}

/** Makes an element. */
export function element(tagName: string, ...children: (ElementContent | string)[]): Element {
  return {
    type: 'element',
    tagName,
    properties: {},
    children: children.map((child) => (typeof child === 'string' ? { type: 'text', value: child } : child)),
  };
}

let segmenter: Intl.Segmenter | undefined;

/** The number of words of a text in any language. */
export function wordsIn(text: string): number {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  let words = 0;
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike === true) words++;
  return words;
}
