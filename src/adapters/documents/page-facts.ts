import type { Element, Root } from 'hast';
import { withoutFragment } from '../../websites/rules/address.ts';
import { statedDate, dateIn } from '../../websites/rules/page-date.ts';
import type { ParsedPage } from '../../ports.ts';
import { attribute } from './html-elements.ts';
import { elementsBelow, firstElement, visibleText } from './page-elements.ts';

type Facts = Omit<ParsedPage, 'outcome' | 'markdown' | 'words' | 'leftOut'>;

/** The most links that are read from one page. */
const MAX_LINKS = 3_000;
/** Longer addresses are ignored, in characters: no URL that is read is longer. */
const MAX_ADDRESS = 2_000;
/** The most translations of a page. */
const MAX_ALTERNATES = 200;
/** The longest title, in characters; the rest is cut. */
const MAX_TITLE = 500;
/** The longest language tag, in characters. Longer ones are ignored. */
const MAX_LANGUAGE = 100;
/** A refresh within this time, in seconds, counts as a redirect. */
const MAX_REFRESH_SECONDS = 10;
const DATES =
  /^(?:article:modified_time|og:updated_time|last-modified|dcterms\.modified|date|article:published_time|dcterms\.(?:date|created))$/i;

/** Reads the metadata of a page from its head and its links. Addresses are absolute. */
export function factsOf(page: Root, address: string): Facts {
  const elements = [...elementsBelow(page)];
  const named = (name: string) => elements.filter(({ tagName }) => tagName === name);
  const base = absolute(attribute(named('base')[0] ?? EMPTY, 'href'), address) ?? address;
  const metas = named('meta').map((meta) => ({
    name: attribute(meta, 'name') ?? attribute(meta, 'property') ?? attribute(meta, 'httpEquiv') ?? '',
    content: attribute(meta, 'content') ?? '',
  }));
  const links = named('link').map((link) => ({
    rel: attribute(link, 'rel')?.toLowerCase() ?? '',
    href: absolute(attribute(link, 'href'), base),
    language: languageOf(attribute(link, 'hrefLang')),
  }));
  const robots = metas.filter(({ name }) => /^(?:robots|chatwidgetservice)$/i.test(name));
  const isDirective = (words: RegExp) => robots.some(({ content }) => words.test(content));
  const canonical = links.find(({ rel }) => rel.split(/\s+/).includes('canonical'))?.href;
  const html = named('html')[0] ?? EMPTY;
  const language = languageOf(attribute(html, 'lang') ?? attribute(html, 'xmlLang'));
  const refresh = refreshOf(metas.find(({ name }) => /^refresh$/i.test(name))?.content, base);
  const pageDate = dateOf(page, metas);
  return {
    title: titleOf(page, metas).slice(0, MAX_TITLE),
    ...(language !== undefined && { language }),
    ...(canonical !== undefined && { canonical }),
    ...(refresh !== undefined && { refresh }),
    ...(pageDate !== undefined && { pageDate }),
    links: linksOf([...named('a'), ...named('area')], base),
    alternates: links
      .flatMap(({ rel, href, language: tag }) =>
        rel.split(/\s+/).includes('alternate') && href !== undefined && tag !== undefined
          ? [{ language: tag, url: href }]
          : [],
      )
      .slice(0, MAX_ALTERNATES),
    noindex: isDirective(/\b(?:noindex|none)\b/i),
    nofollow: isDirective(/\b(?:nofollow|none)\b/i),
  };
}

const languageOf = (tag: string | undefined): string | undefined =>
  tag !== undefined && tag.length <= MAX_LANGUAGE ? tag : undefined;

const EMPTY: Element = { type: 'element', tagName: 'meta', properties: {}, children: [] };

/** The page's title, or else its first heading. */
function titleOf(page: Root, metas: readonly { name: string; content: string }[]): string {
  const candidates = [
    visibleTitle(firstElement(page, ({ tagName }) => tagName === 'title')),
    metas.find(({ name }) => name === 'og:title')?.content,
    visibleTitle(firstElement(page, ({ tagName }) => tagName === 'h1')),
  ];
  return (
    candidates.map((title) => (title ?? '').replaceAll(/\s+/g, ' ').trim()).find((it) => it !== '') ?? ''
  );
}

function visibleTitle(element: Element | undefined): string {
  return element === undefined ? '' : visibleText(element);
}

function linksOf(anchors: readonly Element[], base: string): string[] {
  const links = new Set<string>();
  for (const anchor of anchors) {
    const isNofollow = /\bnofollow\b/i.test(attribute(anchor, 'rel') ?? '');
    const href = attribute(anchor, 'href');
    if (isNofollow || href === undefined || href.startsWith('#')) continue;
    const link = absolute(href, base);
    if (link !== undefined) links.add(withoutFragment(link));
    if (links.size >= MAX_LINKS) break;
  }
  return [...links];
}

/** The absolute http or https address; undefined for other schemes, and if it is too long. */
function absolute(href: string | undefined, base: string): string | undefined {
  const url = href === undefined || href.length > MAX_ADDRESS ? null : URL.parse(href.trim(), base);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

/** The target of a `meta` refresh such as `5; url=/new`. */
function refreshOf(content: string | undefined, base: string): string | undefined {
  const [, seconds, url] =
    /^\s*(\d+)(?:[^\d;,][^;,]*)?[;,]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(content ?? '') ?? [];
  return Number(seconds) <= MAX_REFRESH_SECONDS ? absolute(url, base) : undefined;
}

/** The date of the latest change: from the head, from the text, or from an article's `time`. */
function dateOf(page: Root, metas: readonly { name: string; content: string }[]): string | undefined {
  const dated = metas.filter(({ name }) => DATES.test(name));
  const modified = dated.find(({ name }) => /modified|updated/i.test(name)) ?? dated[0];
  const time = firstElement(page, (it) => it.tagName === 'time' && it.properties['dateTime'] !== undefined);
  return (
    dateIn(modified?.content ?? '') ??
    statedDate(visibleText(page).replaceAll(/\s+/g, ' ')) ??
    (isInArticle(page) ? dateIn(attribute(time ?? EMPTY, 'dateTime') ?? '') : undefined)
  );
}

/** Whether the page is one article. The times in a list of articles belong to other pages. */
function isInArticle(page: Root): boolean {
  return [...elementsBelow(page)].filter(({ tagName }) => tagName === 'article').length === 1;
}
