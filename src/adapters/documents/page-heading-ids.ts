import type { Element, Root } from 'hast';
import { attribute } from './html-elements.ts';
import { elementsBelow } from './page-elements.ts';

const HEADING = /^h[1-6]$/;
/** Elements whose id can serve as the address of their first heading. */
const PARTS = /^(?:section|div|article|li|details|summary)$/;

/**
 * Sets the ids of headings to those that the page links to: the id of an anchor in the heading, or of the
 * part that it begins. Changes the tree in place.
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
