import type { Element, Root } from 'hast';
import { attribute } from './html-elements.ts';
import { elementsBelow } from './page-elements.ts';

const HEADING = /^h[1-6]$/;
/** The id of one of these is the address of the heading that begins it. */
const PARTS = /^(?:section|div|article|li|details|summary)$/;

/**
 * Gives headings the ids by which the page's own links reach them: an anchor's in the heading, or the id of
 * the part that the heading begins. The tree is changed.
 */
export function giveHeadingIds(page: Root): void {
  for (const element of elementsBelow(page)) {
    if (HEADING.test(element.tagName)) {
      element.properties['id'] ??= innerId(element);
    } else if (PARTS.test(element.tagName)) {
      const [first] = element.children.filter((child) => child.type === 'element');
      const id = attribute(element, 'id');
      if (first && HEADING.test(first.tagName) && id !== undefined) first.properties['id'] ??= id;
    }
  }
}

function innerId(heading: Element): string | undefined {
  for (const inside of elementsBelow(heading)) {
    const id = attribute(inside, 'id') ?? (inside.tagName === 'a' ? attribute(inside, 'name') : undefined);
    if (id !== undefined) return id;
  }
  return undefined;
}
