import type { Element, Nodes } from 'hast';

/** The matching elements of a page in order, without those inside another match. */
export function outermost(node: Nodes, isWanted: (element: Element) => boolean): Element[] {
  if (!('children' in node)) return [];
  return node.children.flatMap((child) => {
    if (child.type !== 'element') return [];
    return isWanted(child) ? [child] : outermost(child, isWanted);
  });
}

export function elementsNamed(node: Nodes, ...tagNames: readonly string[]): Element[] {
  return outermost(node, ({ tagName }) => tagNames.includes(tagName));
}

/** Visits every element in document order with its ancestors, the nearest one last. */
export function eachElement(
  node: Nodes,
  onElement: (element: Element, around: readonly Element[]) => void,
  around: Element[] = [],
): void {
  if (!('children' in node)) return;
  for (const child of node.children) {
    if (child.type !== 'element') continue;
    onElement(child, around);
    around.push(child);
    eachElement(child, onElement, around);
    around.pop();
  }
}

export function textOf(node: Nodes | undefined): string {
  if (node === undefined) return '';
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}

/** An attribute as text, by its name in hast; undefined if missing. */
export function attribute({ properties }: Element, name: string): string | undefined {
  const value = properties[name];
  if (value === undefined || value === null || value === false) return undefined;
  if (value === true) return '';
  return Array.isArray(value) ? value.join(' ') : String(value);
}

/** The space-separated tokens of an attribute, such as classes. */
export function tokens(element: Element, name: string): string[] {
  return (attribute(element, name) ?? '').split(/\s+/).filter((token) => token !== '');
}

export function isElement(node: Nodes | undefined): node is Element {
  return node?.type === 'element';
}

export function text(value: string): { type: 'text'; value: string } {
  return { type: 'text', value };
}

export function elementOf(tagName: string, children: Element['children']): Element {
  return { type: 'element', tagName, properties: {}, children };
}
