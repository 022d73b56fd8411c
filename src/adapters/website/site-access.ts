import { isLoopbackHost } from '../../lib/ip-address.ts';
import type { SkipReason } from '../../websites/rules/skip-reasons.ts';
import { isNeverFollowed, placeOf, type Site } from '../../websites/rules/site.ts';
import type { Clock, DocumentReader, SiteOffers } from '../../ports.ts';
import { robotsOf, type Robots } from './robots.ts';
import type { SiteClient } from './site-client.ts';

/** The most languages and subdomains that an admin can choose from. */
const MAX_OFFERS = 100;

/**
 * Whether the scheme of an address is allowed. Plain http requires the owner's permission; on the local host
 * it is allowed for this machine.
 */
export function isAllowedScheme(
  url: string,
  { allowHttp, isLocal }: { allowHttp: boolean; isLocal: boolean },
) {
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:') return true;
  return protocol === 'http:' && (allowHttp || (isLocal && isLoopbackHost(hostname)));
}

interface AccessOptions {
  client: SiteClient;
  documents: DocumentReader;
  clock: Clock;
  isLocal: boolean;
}

export function siteAccess(
  site: Site,
  { client, documents, clock, isLocal }: AccessOptions,
  known: ReadonlyMap<string, Robots>,
) {
  const robotsFiles = new Map(known);
  const languages = new Set<string>();
  const subdomains = new Set<string>();
  const scheme = { allowHttp: site.allowHttp, isLocal };

  async function robots(origin: string, signal: AbortSignal): Promise<Robots> {
    const read = robotsFiles.get(origin);
    if (read) return read;
    const mayAsk = (url: string) => isAllowedScheme(url, scheme);
    const robotsFile = await robotsOf(origin, client, { signal, documents, clock, mayAsk });
    robotsFiles.set(origin, robotsFile);
    client.setDelay(origin, robotsFile.delaySeconds);
    return robotsFile;
  }

  function offer(offers: Set<string>, one: string): void {
    if (offers.size < MAX_OFFERS) offers.add(one);
  }

  function isOwn(url: string): boolean {
    const place = placeOf(url, site);
    if (place.kind === 'subdomain') offer(subdomains, place.host);
    return place.kind === 'same-site' && isAllowedScheme(url, scheme);
  }

  return {
    robots,
    /** Whether an address may be requested as a sitemap. */
    isOwn,
    /** The links that are on the site and may be followed, normalized, without duplicates. */
    own(links: readonly string[]): string[] {
      const own = new Set<string>();
      for (const link of links) {
        const place = placeOf(link, site);
        if (place.kind === 'subdomain') offer(subdomains, place.host);
        if (place.kind === 'same-site' && !isNeverFollowed(place.url)) own.add(place.url);
      }
      return [...own];
    },
    /** The reason for not requesting an address, which can be on any site. */
    async refusalOf(url: string, signal: AbortSignal): Promise<SkipReason | undefined> {
      if (placeOf(url, site).kind !== 'same-site') return 'redirected-away';
      if (!isAllowedScheme(url, scheme)) return 'http';
      const { isAllowed, failure } = await robots(new URL(url).origin, signal);
      return failure ?? (isAllowed(url) ? undefined : 'robots');
    },
    /** Whether an address is disallowed by a robots.txt that was already read. */
    isDisallowed: (url: string): boolean => robotsFiles.get(new URL(url).origin)?.isAllowed(url) === false,
    offerLanguage(language: string | undefined): void {
      if (language !== undefined) offer(languages, language);
    },
    offers: (): Pick<SiteOffers, 'languages' | 'subdomains'> => ({
      languages: [...languages].sort(),
      subdomains: [...subdomains].sort(),
    }),
  };
}

/** Decides which addresses of a website may be requested. */
export type SiteAccess = ReturnType<typeof siteAccess>;
