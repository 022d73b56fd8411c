import type { Element, Root, RootContent } from 'hast';
import { consentBanners } from './consent-banners.ts';
import { attribute, eachElement, elementOf, isElement, outermost, text, textOf } from './html-elements.ts';
import { mathText } from './formula-text.ts';
import { visibilityOf, type Visibility } from './html-visibility.ts';

export interface ContentOptions {
  /** The page's address: its relative links are resolved and kept. Without one only absolute links are. */
  address?: string;
  /** Leaves out what surrounds the text of a website's pages, too: page headers, asides, all footers. */
  isWebsite?: boolean;
}

/** Elements that are not part of what a page says. */
const LEFT_OUT = new Set(
  (
    'script style noscript template iframe frame object embed applet svg canvas audio video picture img map ' +
    'nav search input select textarea datalist output progress meter link meta base title head rt rp'
  ).split(' '),
);
/** Elements that would be left out as such. */
const READ_AS: Readonly<Record<string, string>> = { dialog: 'div', menu: 'ul' };
const ROLES_LEFT_OUT = new Set(['navigation', 'search', 'contentinfo', 'banner', 'menu', 'menubar']);
/** A header or footer inside these belongs to them, not to the page (HTML-AAM, §3.5). */
const SCOPES = new Set(['article', 'aside', 'main', 'section', 'blockquote']);
/** A button that opens a part counts as a heading in these elements. */
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
const HEADING = /^h([1-6])$/;
const TICKED = new Set(['checkbox', 'radio']);
const LINK = /^(?:https?|mailto|tel):/i;

/**
 * The content of a page: its main part, else all of it. Scripts, navigation, controls, pictures, consent
 * banners and permanently hidden parts are left out. A button that opens a part is the heading of that part.
 */
export function contentOf(page: Root, options: ContentOptions = {}): Element['children'] {
  const visibility = visibilityOf(page);
  const mains = outermost(page, (one) => isMain(one) && !visibility.isHidden(one, undefined));
  const articles = outermost(page, ({ tagName }) => tagName === 'article');
  const [main, ...others] = mains.length > 0 ? mains : articles;
  const keep = keeper(page, visibility, options);
  // Several of a kind, such as a list of articles, are parts of the page.
  if (others.length > 0) return withHeadline(page, keep(page.children, []));
  const kept = keep(main?.children ?? page.children, main ? [main] : []);
  return main ? kept : withHeadline(page, kept);
}

/** The content below the first heading of the page, where that was in a header that is left out. */
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

  /** The heading of a part that a control or a summary opens, one level below the headings of the page. */
  function openerHeading(children: Element['children'], parent: Element | undefined): Element['children'] {
    const words: Element['children'] = [
      text(textOf({ type: 'root', children }).replaceAll(/\s+/g, ' ').trim()),
    ];
    if (parent && TEXT_OF_BLOCK.has(parent.tagName)) return [elementOf('p', [elementOf('strong', words)])];
    if (parent && !BLOCKS.has(parent.tagName)) return words;
    return [elementOf(`h${Math.min(depth + 1, 6)}`, words)];
  }

  function isLeftOut(one: Element, around: readonly Element[]): boolean {
    const { tagName } = one;
    const role = attribute(one, 'role') ?? '';
    if (LEFT_OUT.has(tagName) || ROLES_LEFT_OUT.has(role) || banners.has(one)) return true;
    const isOfPage = !around.some((outer) => SCOPES.has(outer.tagName) || isMain(outer));
    if (tagName === 'footer') return isOfPage || options.isWebsite === true;
    if (options.isWebsite !== true) return false;
    return tagName === 'aside' || role === 'complementary' || (tagName === 'header' && isOfPage);
  }

  /** Whether a label names a field to fill in; the label of a choice is content. */
  function isFieldLabel(one: Element): boolean {
    if (one.tagName !== 'label') return false;
    const [inside] = outermost(one, ({ tagName }) => /^(?:input|select|textarea)$/.test(tagName));
    const control = inside ?? byId.get(attribute(one, 'htmlFor') ?? '');
    return control !== undefined && !TICKED.has(attribute(control, 'type') ?? '');
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

  function keepElement(
    one: Element,
    around: readonly Element[],
    before: Element | undefined,
    after: Element | undefined,
  ): Element['children'] {
    const { tagName } = one;
    const parent = around.at(-1);
    if (isLeftOut(one, around) || isFieldLabel(one)) return [];
    if (visibility.isHidden(one, before) || visibility.isTab(one)) return [];
    if (tagName === 'math') return [text(mathText(one))];
    const level = HEADING.exec(tagName)?.[1];
    if (level !== undefined) depth = Number(level);
    const tab = visibility.tabOf(one);
    const label = tab === undefined || tab === '' ? [] : openerHeading([text(tab)], parent);
    const inner = keep(one.children, [...around, one]);
    if (visibility.isOpener(one, after)) return openerHeading(inner, parent);
    return [...label, ...readAs(one, inner, around)];
  }

  /** An element with what is kept of its children. */
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
      case 'a':
        return linked(one, children);
      default:
        return [{ ...one, tagName: READ_AS[tagName] ?? tagName, children }];
    }
  }

  /** A link that visitors cannot follow becomes its text. */
  function linked(one: Element, children: Element['children']): Element['children'] {
    const stated = attribute(one, 'href');
    // An anchor that names a place, and leads nowhere.
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
