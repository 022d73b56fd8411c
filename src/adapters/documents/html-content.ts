import type { Element, Root, RootContent } from 'hast';
import { consentBanners } from './consent-banners.ts';
import { attribute, eachElement, elementOf, isElement, outermost, text, textOf } from './html-elements.ts';
import { mathText } from './formula-text.ts';
import { boxText, isBreadcrumb, shownNames } from './html-signs.ts';
import { visibilityOf, type Visibility } from './html-visibility.ts';

export interface ContentOptions {
  /** The page's address. Relative links are resolved against it; without it only absolute links are kept. */
  address?: string;
  /** Also leaves out page headers, asides and all footers, as for the pages of a website. Default: false. */
  isWebsite?: boolean;
  /** The texts of the style sheets that the page links. */
  styleSheets?: readonly string[];
  /** Called for each part that is left out, with its kind in words. */
  onLeftOut?(what: string): void;
}

const MENUS = 'menus';
const EDGES = 'headers, footers and side columns';
const PICTURES = new Set(['img', 'picture', 'svg', 'canvas']);
const EMBEDDED = new Set(['iframe', 'frame', 'object', 'embed', 'video', 'audio', 'applet']);

/** Elements that are not content. */
const EXCLUDED_ELEMENTS = new Set(
  (
    'script style template iframe frame object embed applet svg canvas audio video picture img map ' +
    'nav search input select textarea datalist output progress meter link meta base title head rt rp'
  ).split(' '),
);
/** Elements in `EXCLUDED_ELEMENTS` that are read as another element if they are shown. */
const READ_AS: Readonly<Record<string, string>> = { dialog: 'div', menu: 'ul' };
const MENU_ROLES = new Set(['navigation', 'search', 'menu', 'menubar']);
const EDGE_ROLES = new Set(['contentinfo', 'banner']);
/** Headers and footers inside these belong to them, not to the page (HTML-AAM, §3.5). */
const SECTIONING_ELEMENTS = new Set(['article', 'aside', 'main', 'section', 'blockquote']);
/** In these elements a button that opens a part counts as a heading. */
const BLOCKS = new Set([
  'root',
  'body',
  'main',
  'article',
  'section',
  'div',
  'form',
  'details',
  'fieldset',
  'aside',
  'header',
]);
const TEXT_OF_BLOCK = new Set(['li', 'dd']);
const CELLS = new Set(['td', 'th']);
const HEADING = /^h([1-6])$/;
const CHOICE_TYPES = new Set(['checkbox', 'radio']);
const LINK = /^(?:https?|mailto|tel):/i;

/**
 * The main part of a page, or all of it without one. Scripts, navigation, controls, pictures, consent banners
 * and permanently hidden parts are left out. A button that opens a part becomes its heading.
 */
export function contentOf(page: Root, options: ContentOptions = {}): Element['children'] {
  const visibility = visibilityOf(page, options.styleSheets);
  const mains = outermost(page, (one) => isMain(one) && !visibility.isHidden(one, undefined));
  const articles = outermost(page, ({ tagName }) => tagName === 'article');
  const [main, ...others] = mains.length > 0 ? mains : articles;
  const keep = keeper(page, visibility, options);
  // Several main parts, such as a list of articles, belong to the page.
  if (others.length > 0) return withHeadline(page, keep(page.children, []));
  const kept = keep(main?.children ?? page.children, main ? [main] : []);
  if (main) options.onLeftOut?.('the page around its main part');
  return main ? kept : withHeadline(page, kept);
}

/** Adds the first heading of the page if it was in a header that was left out. */
function withHeadline(page: Root, kept: Element['children']): Element['children'] {
  const isHeadline = ({ tagName }: Element) => tagName === 'h1';
  if (outermost({ type: 'root', children: kept }, isHeadline).length > 0) return kept;
  const [headline] = outermost(page, isHeadline);
  const words = textOf(headline).trim();
  return words === '' ? kept : [elementOf('h1', [text(words)]), ...kept];
}

function isMain(one: Element): boolean {
  return one.tagName === 'main' || attribute(one, 'role') === 'main';
}

function keeper(page: Root, visibility: Visibility, options: ContentOptions) {
  const banners = consentBanners(page);
  const byId = new Map<string, Element>();
  let base = options.address;
  eachElement(page, (one) => {
    const id = attribute(one, 'id');
    if (id !== undefined && !byId.has(id)) byId.set(id, one);
    const href = one.tagName === 'base' ? attribute(one, 'href') : undefined;
    if (href !== undefined && base !== undefined && URL.canParse(href, base)) base = new URL(href, base).href;
  });
  let depth = 0;

  /** The heading of a part that a control or a summary opens, one level below the page's headings. */
  function openerHeading(children: Element['children'], parent: Element | undefined): Element['children'] {
    const words: Element['children'] = [
      text(textOf({ type: 'root', children }).replaceAll(/\s+/g, ' ').trim()),
    ];
    if (parent && TEXT_OF_BLOCK.has(parent.tagName)) return [elementOf('p', [elementOf('strong', words)])];
    if (parent && !BLOCKS.has(parent.tagName)) return words;
    return [elementOf(`h${Math.min(depth + 1, 6)}`, words)];
  }

  /** Why an element is left out, in words; empty for elements that are never text. */
  function leftOutAs(one: Element, around: readonly Element[]): string | undefined {
    const { tagName } = one;
    const role = attribute(one, 'role') ?? '';
    if (banners.has(one)) return 'notices about cookies';
    if (tagName === 'nav' || MENU_ROLES.has(role)) return MENUS;
    if (EDGE_ROLES.has(role)) return EDGES;
    if (PICTURES.has(tagName)) return 'pictures';
    if (EMBEDDED.has(tagName)) return 'embedded pages, films and sounds';
    if (EXCLUDED_ELEMENTS.has(tagName)) return '';
    if (options.isWebsite === true && isBreadcrumb(one)) return MENUS;
    return isEdge(one, around) ? EDGES : undefined;
  }

  function isEdge(one: Element, around: readonly Element[]): boolean {
    const { tagName } = one;
    const role = attribute(one, 'role') ?? '';
    const isOfPage = !around.some((outer) => SECTIONING_ELEMENTS.has(outer.tagName) || isMain(outer));
    if (tagName === 'footer') return isOfPage || options.isWebsite === true;
    if (options.isWebsite !== true) return false;
    return tagName === 'aside' || role === 'complementary' || (tagName === 'header' && isOfPage);
  }

  /** Whether a label belongs to an input field. The label of a checkbox or radio button is content. */
  function isFieldLabel(one: Element): boolean {
    if (one.tagName !== 'label') return false;
    const [inside] = outermost(one, ({ tagName }) => /^(?:input|select|textarea)$/.test(tagName));
    const control = inside ?? byId.get(attribute(one, 'htmlFor') ?? '');
    return control !== undefined && !CHOICE_TYPES.has(attribute(control, 'type') ?? '');
  }

  function keep(children: readonly RootContent[], around: readonly Element[]): Element['children'] {
    const elements = children.filter(isElement);
    let at = -1;
    return children.flatMap((node): Element['children'] => {
      if (node.type === 'text') return [node];
      if (node.type !== 'element') return [];
      at++;
      return keepElement(node, around, elements[at - 1], elements[at + 1]);
    });
  }

  function tell(what: string, one: Element): [] {
    const isPicture = PICTURES.has(one.tagName) || EMBEDDED.has(one.tagName);
    if (what !== '' && (isPicture || textOf(one).trim() !== '')) options.onLeftOut?.(what);
    return [];
  }

  function keepElement(
    one: Element,
    around: readonly Element[],
    before: Element | undefined,
    after: Element | undefined,
  ): Element['children'] {
    const { tagName } = one;
    const parent = around.at(-1);
    const box = boxText(one, around);
    if (box !== undefined) return visibility.isHidden(one, before) ? [] : [text(box)];
    const leftOut = leftOutAs(one, around);
    if (leftOut !== undefined) return tell(leftOut, one);
    if (isFieldLabel(one) || visibility.isTab(one)) return [];
    if (visibility.isHidden(one, before)) return tell('hidden parts', one);
    if (tagName === 'math') return [text(mathText(one))];
    const level = HEADING.exec(tagName)?.[1];
    if (level !== undefined) depth = Number(level);
    const tab = visibility.tabOf(one);
    const label = tab === undefined || tab === '' ? [] : openerHeading([text(tab)], parent);
    const inner = keep(one.children, [...around, one]);
    if (visibility.isOpener(one, after)) return openerHeading(inner, parent);
    const isNameless = CELLS.has(tagName) && textOf({ type: 'root', children: inner }).trim() === '';
    const named = isNameless ? [text(shownNames(one, visibility))] : inner;
    return [...label, ...readAs(one, named, around)];
  }

  /** The element with only its kept children. */
  function readAs(
    one: Element,
    children: Element['children'],
    around: readonly Element[],
  ): Element['children'] {
    const { tagName } = one;
    const isHeading = (element: Element) => HEADING.test(element.tagName);
    switch (tagName) {
      case 'summary':
        return outermost({ type: 'root', children }, isHeading).length > 0
          ? children
          : openerHeading(children, around.at(-2));
      case 'button':
        return around.slice(-1).some(isHeading) ? children : [];
      case 'noscript':
        return /javascript/i.test(textOf(one)) ? [] : children;
      case 'a':
        return linked(one, children);
      default:
        return [{ ...one, tagName: READ_AS[tagName] ?? tagName, children }];
    }
  }

  /** Replaces a link that visitors cannot follow by its text. */
  function linked(one: Element, children: Element['children']): Element['children'] {
    const stated = attribute(one, 'href');
    // A named anchor without a target.
    if (stated === undefined) return children;
    const href = stated.trim();
    if (/^#/.test(href) && /^[\s↑↩^←⬆︎]*$/u.test(textOf(one))) return [];
    const address =
      LINK.test(href) || base === undefined || !URL.canParse(href, base) ? href : new URL(href, base).href;
    if (href.startsWith('#') || !LINK.test(address)) return children;
    return [{ ...one, properties: { ...one.properties, href: address }, children }];
  }

  return keep;
}
