import { DOMParser } from '@xmldom/xmldom';

/** Parses XML. Throws SyntaxError if it is not well-formed. */
export function parseXml(xml: string): Document {
  const handler = { warning: () => undefined, error: () => undefined, fatalError: unreadable };
  return new DOMParser({ errorHandler: handler }).parseFromString(xml, 'text/xml');
}

function unreadable(message: string): never {
  throw new SyntaxError(message);
}

export function childrenOf(node: Node | undefined): Element[] {
  return Array.from(node?.childNodes ?? []).filter((child): child is Element => child.nodeType === 1);
}

export function childNamed(element: Element | undefined, name: string): Element | undefined {
  return childrenOf(element).find((child) => child.nodeName === name);
}
