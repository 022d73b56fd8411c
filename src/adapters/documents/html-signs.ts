import type { Element } from 'hast';
import { attribute, isElement, outermost, textOf, tokens } from './html-elements.ts';
import type { Visibility } from './html-visibility.ts';

const BREADCRUMB = /breadcrumb/i;
const BREADCRUMB_LABEL =
  /^(?:you are here|breadcrumbs?|sie sind hier|brotkr(?:ume|ümel)\p{L}*|vous êtes ici|fil d.ariane)\b/iu;
/** A longer part is no breadcrumb, in characters. */
const MAX_BREADCRUMB = 300;

/** Whether a part is named as a breadcrumb: by its class, its label, or schema.org. */
export function isBreadcrumb(element: Element): boolean {
  const names = [...tokens(element, 'className'), attribute(element, 'id'), attribute(element, 'itemType')];
  const isNamed =
    names.some((name) => BREADCRUMB.test(name ?? '')) ||
    BREADCRUMB_LABEL.test(attribute(element, 'ariaLabel') ?? '');
  const isHeading = ({ tagName }: Element) => /^h[1-6]$/.test(tagName);
  return (
    isNamed &&
    textOf(element).trim().length <= MAX_BREADCRUMB &&
    outermost({ type: 'root', children: [element] }, isHeading).length === 0
  );
}

/**
 * A ticked or an empty box of a list; undefined for other elements. Boxes that visitors can tick in a form
 * say nothing.
 */
export function boxText(element: Element, around: readonly Element[]): string | undefined {
  if (element.tagName !== 'input' || attribute(element, 'type')?.toLowerCase() !== 'checkbox') {
    return undefined;
  }
  const isInForm = around.some(({ tagName }) => tagName === 'form');
  if (isInForm && attribute(element, 'disabled') === undefined) return undefined;
  return attribute(element, 'checked') === undefined ? '☐ ' : '☑ ';
}

/** The names of pictures and signs in an element: `alt`, `aria-label`, the title of an SVG, or `title`. */
export function shownNames(element: Element, visibility: Pick<Visibility, 'isHidden'>): string {
  return element.children
    .filter(isElement)
    .filter((one) => !visibility.isHidden(one, undefined))
    .map((one) => nameOf(one) || shownNames(one, visibility))
    .filter((name) => name !== '')
    .join(' ');
}

function nameOf(element: Element): string {
  const title = element.tagName === 'title' ? textOf(element) : attribute(element, 'title');
  const stated = attribute(element, 'alt') ?? attribute(element, 'ariaLabel') ?? title ?? '';
  return stated.replaceAll(/\s+/g, ' ').trim();
}
