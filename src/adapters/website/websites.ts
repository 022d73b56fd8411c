import { AppError, invalidField, type ErrorDetails } from '../../core/errors.ts';
import { isDomainHost } from '../../lib/hosts.ts';
import { isLoopbackHost, parseIp } from '../../lib/ip-address.ts';
import { normalizeUrl } from '../../websites/rules/address.ts';
import { SKIP_REASON_TEXTS, type SkipReason } from '../../websites/rules/skip-reasons.ts';
import { PRODUCT_TOKEN } from '../../websites/rules/reader-notice.ts';
import { placeOf, type Site } from '../../websites/rules/site.ts';
import type {
  Clock,
  DocumentReader,
  LeftOutAddresses,
  OpenWebsite,
  WebsiteChoices,
  Websites,
} from '../../ports.ts';
import { fetchPage, type FetchOutcome } from './page-fetch.ts';
import type { Connections } from './request.ts';
import { robotsOf, type Robots } from './robots.ts';
import { search, type Search } from './search.ts';
import { isAllowedScheme, siteAccess } from './site-access.ts';
import { siteClient } from './site-client.ts';
import { pageVisits } from './visit.ts';

interface WebsitesOptions {
  clock: Clock;
  documents: DocumentReader;
  connections: Connections;
  /** The address of a page about this crawler, for the owners of websites. */
  aboutUrl: string;
  /** Allows websites on this machine, and plain http; only for the local host. */
  isLocal: boolean;
}

/** Problems of the start page that do not reject the site, because its other pages may be readable. */
const HARMLESS = new Set<SkipReason>(['robots', 'not-found', 'too-large', 'wrong-type', 'file']);

const NOTHING_FOUND: LeftOutAddresses = {
  groups: () => Promise.resolve([]),
  isComplete: false,
  isFound: () => false,
};

/** Reads websites on the Internet, over guarded connections. */
export function websites({ clock, documents, connections, aboutUrl, isLocal }: WebsitesOptions): Websites {
  const client = siteClient({ clock, connections, userAgent: `${PRODUCT_TOKEN}/1.0 (+${aboutUrl})` });
  return {
    async open(address, choices, signal) {
      const url = enteredAddress(address, isLocal);
      const { startUrl, robots, start } = await resolveEntered(url, choices, signal);
      const isThisMachine = isLocal && isLoopbackHost(new URL(startUrl).hostname);
      const site: Site = {
        startUrl,
        allowHttp: choices.allowHttp || isThisMachine,
        subdomains: choices.subdomains,
      };
      const access = siteAccess(site, { client, documents, clock, isLocal }, robots);
      const visit = pageVisits({ site, access, client, start, documents, clock, choices });
      const { origin } = new URL(startUrl);
      const { sitemaps } = await access.robots(origin, signal);
      let latest: Search | undefined;
      const found = { site, access, client, clock, documents, visit, files: choices.files };
      return {
        startUrl,
        find(options) {
          latest = search(options, {
            ...found,
            sitemaps: sitemaps.length > 0 ? sitemaps : [`${origin}/sitemap.xml`],
          });
          return latest.pages();
        },
        offers: () => ({ files: 0, overLimit: 0, ...latest?.counts(), ...access.offers() }),
        leftOutAddresses: () => latest?.leftOutAddresses() ?? NOTHING_FOUND,
        undecided: () => latest?.undecided() ?? [],
      } satisfies OpenWebsite;
    },
  };

  /**
   * Follows redirects of the entered address. They may lead to another site only when it is added: later, the
   * domain may belong to others.
   */
  async function resolveEntered(url: string, choices: WebsiteChoices, signal: AbortSignal) {
    const robots = new Map<string, Robots>();
    const scheme = { allowHttp: choices.allowHttp, isLocal };
    let reached = url;
    const outcome = await fetchPage(url, client, {
      signal,
      files: choices.files,
      async refusalOf(next) {
        if (!isAllowedScheme(next, scheme)) return 'http';
        reached = next;
        if (isElsewhere(next, choices)) return 'redirected-away';
        const { isAllowed, failure } = await robotsFor(new URL(next).origin, robots, scheme, signal);
        return failure ?? (isAllowed(next) ? undefined : 'robots');
      },
    });
    if (outcome.kind === 'refused' && !HARMLESS.has(outcome.reason)) {
      throw refusal(outcome.reason, refusalDetails(outcome, reached));
    }
    const startUrl = normalizeUrl(reached) ?? url;
    return { startUrl, robots, start: outcome.kind === 'fetched' ? outcome : undefined };
  }

  async function robotsFor(
    origin: string,
    known: Map<string, Robots>,
    scheme: Parameters<typeof isAllowedScheme>[1],
    signal: AbortSignal,
  ): Promise<Robots> {
    const mayAsk = (url: string) => isAllowedScheme(url, scheme);
    const robots =
      known.get(origin) ?? (await robotsOf(origin, client, { signal, documents, clock, mayAsk }));
    known.set(origin, robots);
    client.setDelay(origin, robots.delaySeconds);
    return robots;
  }
}

/** Normalizes the entered address, which may lack a scheme. */
function enteredAddress(address: string, isLocal: boolean): string {
  const text = address.trim();
  // A colon before a digit starts a port.
  const hasScheme = /^[a-z][a-z\d+.-]*:(?!\d)/i.test(text);
  const hostname = URL.parse(`https://${text}`)?.hostname ?? '';
  const scheme = isLocal && isLoopbackHost(hostname) ? 'http' : 'https';
  const url = normalizeUrl(hasScheme ? text : `${scheme}://${text}`);
  const host = url === undefined ? '' : new URL(url).hostname;
  const isHost = isDomainHost(host) || isLoopbackHost(host) || parseIp(host.replace(/^\[(.*)\]$/, '$1'));
  if (url === undefined || !isHost) {
    throw invalidField('address', 'The address of a website, such as https://www.example.com.');
  }
  if (isLoopbackHost(host) && !isLocal) throw refusal('blocked-address');
  return url;
}

/** Whether an address is on another website than the start page that the website had before. */
function isElsewhere(url: string, { startUrl, allowHttp }: WebsiteChoices): boolean {
  if (startUrl === undefined) return false;
  return placeOf(url, { startUrl, allowHttp, subdomains: true }).kind !== 'same-site';
}

function refusalDetails(
  { reason, retryAfterMs }: Extract<FetchOutcome, { kind: 'refused' }>,
  reached: string,
): ErrorDetails {
  return {
    ...(retryAfterMs !== undefined && { retryAfterSeconds: Math.ceil(retryAfterMs / 1_000) }),
    ...(reason === 'redirected-away' && { movedTo: reached }),
  };
}

function refusal(reason: SkipReason, details: ErrorDetails = {}): AppError {
  return new AppError('website-refused', { ...details, reason, explanation: SKIP_REASON_TEXTS[reason] });
}
