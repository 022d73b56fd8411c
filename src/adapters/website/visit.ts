import { addressKey } from '../../websites/rules/address.ts';
import { languageTag } from '../../websites/rules/languages.ts';
import type { SkipReason } from '../../websites/rules/skip-reasons.ts';
import { placeOf, type Site } from '../../websites/rules/site.ts';
import type { KnownPage, SkippedPage, PageReading } from '../../ports.ts';
import { fetchPage, type FetchedPage, type FetchOutcome } from './page-fetch.ts';
import { readFetched, type PageContent, type PageReaderOptions } from './page-reader.ts';
import type { SiteAccess } from './site-access.ts';
import type { SiteClient } from './site-client.ts';
import { styleSheets } from './style-sheets.ts';

/** The result of requesting a page, with its links. */
interface Visit {
  reading: PageReading;
  /** Addresses on the site, normalized. */
  links: readonly string[];
}

export type VisitPage = (url: string, known: KnownPage | undefined, signal: AbortSignal) => Promise<Visit>;

/** The most redirects by `meta refresh`. */
const MAX_MOVES = 3;

interface VisitOptions extends Omit<PageReaderOptions, 'styleSheets'> {
  site: Site;
  access: SiteAccess;
  client: SiteClient;
  /** The start page, fetched when the site was opened. */
  start: FetchedPage | undefined;
}

/** Requests pages of a site and reads them. */
export function pageVisits({ site, access, client, start, ...reader }: VisitOptions): VisitPage {
  let fetchedStart = start;
  const styled = { ...reader, styleSheets: styleSheets({ site, access, client }) };
  let startTitle: string | undefined;

  async function fetched(
    url: string,
    known: KnownPage | undefined,
    signal: AbortSignal,
  ): Promise<FetchOutcome> {
    const held = url === site.startUrl ? fetchedStart : undefined;
    fetchedStart = held ? undefined : fetchedStart;
    if (held) return held;
    const refusalOf = (address: string) => access.refusalOf(address, signal);
    return await fetchPage(url, client, { known, signal, refusalOf, files: reader.choices.files });
  }

  async function visit(
    url: string,
    known: KnownPage | undefined,
    signal: AbortSignal,
    moves = 0,
  ): Promise<Visit> {
    const outcome = await fetched(url, known, signal);
    if (outcome.kind === 'unchanged') return { reading: { ...outcome, isRequested: true }, links: [] };
    if (outcome.kind === 'refused') return { reading: { ...outcome, kind: 'left-out' }, links: [] };
    const content = await readFetched(outcome, styled, signal);
    if (content.kind === 'moved') {
      return moves < MAX_MOVES ? await followRefresh(url, content.location, signal, moves) : loop();
    }
    if (content.kind === 'left-out') {
      return { reading: skipped(content.reason), links: access.own(content.links) };
    }
    return pageVisit(url, outcome.url, content);
  }

  /** Follows a redirect by `meta refresh`. */
  async function followRefresh(
    url: string,
    location: string,
    signal: AbortSignal,
    moves: number,
  ): Promise<Visit> {
    const place = placeOf(location, site);
    if (place.kind !== 'same-site') return { reading: skipped('redirected-away'), links: [] };
    if (place.url === url) return loop();
    const { reading, links } = await visit(place.url, undefined, signal, moves + 1);
    if (reading.kind !== 'page') return { reading, links };
    return { reading: skipped('duplicate', place.url), links: [place.url, ...links] };
  }

  /** A page at its canonical address; at another address a duplicate that links to the page. */
  function pageVisit(url: string, finalUrl: string, content: Extract<PageContent, { kind: 'page' }>): Visit {
    const { canonical, alternates, links: found, ...page } = content;
    if (url === site.startUrl) startTitle = page.title;
    for (const { language } of alternates) access.offerLanguage(languageTag(language));
    access.offerLanguage(page.language);
    const links = access.own([...found, ...alternates.map((one) => one.url)]);
    const own = ownAddress(finalUrl, canonical, page.title);
    if (own !== undefined && addressKey(own) !== addressKey(url)) {
      return { reading: skipped('duplicate', own), links: [own, ...links] };
    }
    return { reading: { ...page, url, links }, links };
  }

  /** The canonical address of a page, or else its own; undefined if it is not on the site. */
  function ownAddress(finalUrl: string, canonical: string | undefined, title: string): string | undefined {
    const final = placeOf(finalUrl, site);
    const stated = canonical === undefined ? undefined : placeOf(canonical, site);
    // Some sites use their start page as the canonical address of every page.
    const isStart = stated?.kind === 'same-site' && addressKey(stated.url) === addressKey(site.startUrl);
    if (stated?.kind === 'same-site' && !(isStart && title !== startTitle)) return stated.url;
    return final.kind === 'same-site' ? final.url : undefined;
  }

  return async (url, known, signal) => await visit(url, known, signal);
}

function skipped(reason: SkipReason, insteadOf?: string): SkippedPage {
  return { kind: 'left-out', reason, ...(insteadOf !== undefined && { insteadOf }) };
}

const loop = (): Visit => ({ reading: skipped('redirect-loop'), links: [] });
