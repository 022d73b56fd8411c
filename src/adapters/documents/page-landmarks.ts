import type { Element, ElementContent, Root, RootContent } from 'hast';
import { attribute, elementsBelow, firstElement, visibleText } from './page-elements.ts';

/** Landmarks that are not what a page says (WAI-ARIA 1.2 §5.3.4), by element and by role. */
const LANDMARKS = new Set(['nav', 'aside', 'search', 'dialog', 'menu']);
const ROLES =
  /^(?:navigation|banner|contentinfo|complementary|search|dialog|alertdialog|menu|menubar|toolbar)$/;
/** A `header` or `footer` within these is of a part, and no landmark (HTML-AAM §3.4). */
const SECTIONING = new Set(['article', 'main', 'section']);
const CONTROLS = new Set([
  'input',
  'select',
  'textarea',
  'option',
  'datalist',
  'progress',
  'meter',
  'output',
]);

/** How consent banners and their vendors name themselves. */
const CONSENT_NAME =
  /cookie|consent|gdpr|onetrust|usercentrics|didomi|borlabs|klaro|osano|truste|quantcast|complianz|iubenda|cky-|cmplz|cc-window|\bcmp\b/i;
const CONSENT_TEXT = /cookie|consent|einwillig|zustimm|tracking|privacy|datenschutz|クッキー/i;
/** A longer text is a page about cookies. */
const MAX_CONSENT_LENGTH = 3_000;
/** A form with so much text beside its controls is the page itself, as with ASP.NET and SharePoint. */
const MIN_FORM_TEXT = 400;

/**
 * What a page says: its one main part, or all of its body, without landmarks, consent banners and controls.
 * Links are absolute, and headings end with their address in the page.
 */
export function contentOf(page: Root, base: string): Root {
  const mains = [...elementsBelow(page)].filter(isMain);
  const body = firstElement(page, ({ tagName }) => tagName === 'body');
  const [main] = mains;
  const root = mains.length === 1 && main && hasText(main) ? main : (body ?? page);
  const isInside = root === main;
  return { type: 'root', children: kept(root.children, { base, isSectioned: isInside }) };
}

function isMain({ tagName, properties }: Element): boolean {
  return tagName === 'main' || properties['role'] === 'main';
}

function hasText(element: Element): boolean {
  return /[\p{L}\p{N}]/u.test(visibleText(element));
}

interface Surroundings {
  base: string;
  /** Within a main part, an article or a section. */
  isSectioned: boolean;
}

function kept(nodes: readonly RootContent[], around: Surroundings): ElementContent[] {
  return nodes.flatMap((node): ElementContent[] => {
    if (node.type === 'text') return [node];
    if (node.type !== 'element' || isLandmark(node, around) || isConsent(node)) return [];
    if (CONTROLS.has(node.tagName)) return [];
    const inside = {
      ...around,
      isSectioned: around.isSectioned || SECTIONING.has(node.tagName) || isMain(node),
    };
    return [rewritten(node, kept(node.children, inside), around.base)];
  });
}

function isLandmark({ tagName, properties }: Element, { isSectioned }: Surroundings): boolean {
  const role = properties['role'];
  if (typeof role === 'string' && ROLES.test(role)) return true;
  if (Array.isArray(role) && role.some((one) => ROLES.test(String(one)))) return true;
  if (tagName === 'header' || tagName === 'footer') return !isSectioned;
  return LANDMARKS.has(tagName);
}

/** A consent banner: it is named as one, speaks of cookies, and has something to press. */
function isConsent(node: Element): boolean {
  const names = `${attribute(node, 'id') ?? ''} ${attribute(node, 'className') ?? ''} ${attribute(node, 'ariaLabel') ?? ''}`;
  if (!CONSENT_NAME.test(names) || /^(?:html|body|main|article|h[1-6])$/.test(node.tagName)) return false;
  const text = visibleText(node);
  if (text.length > MAX_CONSENT_LENGTH || !CONSENT_TEXT.test(text)) return false;
  return firstElement(node, isPressed) !== undefined;
}

function isPressed({ tagName, properties }: Element): boolean {
  if (tagName === 'button' || properties['role'] === 'button') return true;
  if (tagName === 'input') return /^(?:button|submit)$/.test(String(properties['type']));
  return (
    tagName === 'a' && /(?:^|[\s_-])(?:btn|button|accept|dismiss)/i.test(String(properties['className']))
  );
}

/** The element as the reader of files takes it. */
function rewritten(node: Element, children: ElementContent[], base: string): Element {
  // The part that is read is chosen here; the reader of files takes all of it.
  if (isMain(node) || node.tagName === 'article') return { ...node, tagName: 'div', children };
  if (node.tagName === 'form' && visibleText({ ...node, children }).trim().length >= MIN_FORM_TEXT) {
    return { ...node, tagName: 'div', children };
  }
  if (node.tagName === 'a')
    {return { ...node, properties: { ...node.properties, ...hrefOf(node, base) }, children };}
  const id = /^h[1-6]$/.test(node.tagName) ? attribute(node, 'id') : undefined;
  if (id === undefined || !/^[\w-]{1,100}$/.test(id)) return { ...node, children };
  return { ...node, children: [...children, { type: 'text', value: ` {#${id}}` }] };
}

function hrefOf(anchor: Element, base: string): { href?: string } {
  const href = attribute(anchor, 'href')?.trim();
  if (href === undefined || href.startsWith('#')) return {};
  const url = URL.parse(href, base);
  return url === null ? {} : { href: url.href };
}
