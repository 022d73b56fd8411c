import { setImmediate as letOthersRun } from 'node:timers/promises';
import { isFileAddress } from '../../websites/rules/address.ts';
import { foundAddresses } from '../../websites/rules/found-addresses.ts';
import { endlessKindOf, endlessLinks, pagePatternLimits } from '../../websites/rules/page-patterns.ts';
import { languageTag } from '../../websites/rules/languages.ts';
import { pageQueue, type Tier } from '../../websites/rules/page-queue.ts';
import { isPassing, type SkipReason } from '../../websites/rules/skip-reasons.ts';
import type { Site } from '../../websites/rules/site.ts';
import { isUnchangedSince } from '../../websites/rules/unchanged.ts';
import type {
  Clock,
  DocumentReader,
  FindOptions,
  FoundPage,
  KnownPage,
  LeftOutAddresses,
  PageReading,
  SiteOffers,
} from '../../ports.ts';
import type { SiteAccess } from './site-access.ts';
import type { SiteClient } from './site-client.ts';
import { searchReports } from './search-reports.ts';
import { sitemapPages } from './sitemaps.ts';
import { textGroups } from './text-groups.ts';
import type { VisitPage } from './visit.ts';

/** The most addresses that are checked, per page that may be found; further ones are only counted. */
const MAX_SEEN_PER_PAGE = 20;
/** The most requests per page that may be found: pages without a text do not count toward the limit. */
const MAX_REQUESTS_PER_PAGE = 3;
/** How many addresses are checked in one turn of the event loop: a site can have thousands of rules. */
const IN_ONE_TURN = 10;
/** How many entries of sitemaps are added between two reports. */
const IN_ONE_REPORT = 500;

interface SearchOptions {
  site: Site;
  access: SiteAccess;
  client: SiteClient;
  clock: Clock;
  documents: DocumentReader;
  visit: VisitPage;
  files: boolean;
  /** The sitemaps in robots.txt, or the usual address. */
  sitemaps: readonly string[];
}

/** A search for the pages of a site. */
export interface Search {
  pages(): AsyncIterable<FoundPage>;
  counts(): Pick<SiteOffers, 'files' | 'overLimit'>;
  leftOutAddresses(): LeftOutAddresses;
  undecided(): readonly FoundPage[];
}

/** Finds the pages of a site in the order of TIERS; links are followed breadth first. */
export function search(
  {
    limit,
    isExcluded = () => false,
    known = new Map<string, KnownPage>(),
    believesDates = () => true,
    also = [],
    signal,
  }: FindOptions,
  { site, access, client, clock, documents, visit, files, sitemaps }: SearchOptions,
): Search {
  const queue = pageQueue(limit);
  const addresses = foundAddresses(MAX_SEEN_PER_PAGE * limit);
  const isWithinKind = pagePatternLimits();
  /** Of an endless kind, no more pages than its limit wait. */
  const isPossible = pagePatternLimits();
  const linksEndlessOf = endlessLinks(site.startUrl);
  const texts = textGroups(site.startUrl);
  const reports = searchReports({ limit, known, queue, addresses });
  const { found, leaveOut } = reports;
  const counts = { files: 0, requests: 0 };
  let isComplete = true;

  function add(url: string, tier: Tier, changed?: string): void {
    const noted = addresses.note(url, { isLed: tier !== 'known', changed });
    if (noted.kind === 'seen') moveForward(noted.first, tier);
    else if (noted.kind === 'new') addNew(url, tier);
  }

  function addNew(url: string, tier: Tier): void {
    if (isFileAddress(url)) counts.files++;
    const reason = reasonBefore(url);
    if (reason !== undefined) leaveOut(url, reason);
    else if (isExcluded(url) && url !== site.startUrl) reports.listExcluded(url);
    else place(url, tier);
  }

  /** The reason for leaving a page out by its address. */
  function reasonBefore(url: string): SkipReason | undefined {
    if (isFileAddress(url) && !files) return 'file';
    return access.isDisallowed(url) ? 'robots' : undefined;
  }

  function place(url: string, tier: Tier): void {
    const page = known.get(url);
    if (page?.isRequested && url !== site.startUrl) {
      isComplete = false;
      if (page.hasText) queue.take(url);
    } else if (tier === 'known' && page?.isListed && endlessKindOf(url) !== undefined) {
      // Before those that are linked later, because an admin may have chosen it.
      putLinked(url, tier);
    } else if (tier === 'known') {
      if (!page?.hasText || endlessKindOf(url) !== undefined) queue.add(url, 'last');
      else putLinked(url, 'known');
    } else putLinked(url, tier);
  }

  /**
   * Adds a page that a link or a sitemap leads to. Of an endless kind, pages that were read before come
   * first, so that the same ones are read each time.
   */
  function putLinked(url: string, tier: Tier): void {
    const waits = queue.tierOf(url);
    if (waits === 'again' || waits === 'endless') return;
    if (endlessKindOf(url) === undefined) {
      if (waits || isWithinKind(url)) queue.add(url, tier);
      else leaveOut(url, 'too-many-alike');
    } else if (known.get(url)?.hasText) queue.add(url, 'again');
    else if (isPossible(url)) queue.add(url, 'endless');
    else leaveOut(url, 'too-many-alike');
  }

  function moveForward(url: string, tier: Tier): void {
    if (queue.tierOf(url) !== undefined && tier !== 'known') putLinked(url, tier);
  }

  async function addAll(urls: readonly string[], tier: Tier): Promise<void> {
    for (const [index, url] of urls.entries()) {
      if (index % IN_ONE_TURN === IN_ONE_TURN - 1) await letOthersRun();
      add(url, tier);
    }
  }

  async function addKnown(): Promise<void> {
    let checked = 0;
    for (const url of known.keys()) {
      if (++checked % IN_ONE_TURN === 0) await letOthersRun();
      const [own] = access.own([url]);
      if (own === undefined) leaveOut(url, 'redirected-away');
      else {
        // The start page, or an additional page, can have the same address in another form.
        const first = addresses.firstOf(own);
        if (first !== url) leaveOut(url, 'duplicate', first);
        add(own, 'known');
      }
    }
  }

  async function* addSitemaps(): AsyncIterable<FoundPage> {
    let added = 0;
    const options = { signal, limit: MAX_SEEN_PER_PAGE * limit, documents, clock, mayAsk: access.isOwn };
    for await (const entries of sitemapPages(sitemaps, client, options)) {
      for (const entry of entries) {
        for (const { language } of entry.alternates) access.offerLanguage(languageTag(language));
        for (const url of access.own([entry.url])) add(url, 'sitemap', entry.changedAt);
        if (++added % IN_ONE_TURN === 0) await letOthersRun();
        if (added % IN_ONE_REPORT === 0) yield* reports.newly();
      }
      // The next file may take long.
      yield* reports.newly();
    }
  }

  async function* read(url: string): AsyncIterable<FoundPage> {
    const before = known.get(url);
    const isOfEndlessKind = endlessKindOf(url) !== undefined;
    queue.take(url);
    reports.unlist(url);
    if (isOfEndlessKind && !isWithinKind(url)) {
      queue.release(url);
      leaveOut(url, 'too-many-alike');
    } else if (before?.hasText && url !== site.startUrl && isUnchanged(url, before)) {
      isComplete = false;
      yield found(url, { kind: 'unchanged', isRequested: false });
    } else {
      counts.requests++;
      // Without validators, because the links are needed to choose the same pages again.
      const validators = before?.linksEndless ? undefined : before;
      const { reading, links } = await visit(url, validators, signal);
      if (reading.kind === 'unchanged') isComplete = false;
      const own = access.own(links);
      const linksEndless = linksEndlessOf(url, own);
      for (const one of texts(url, reading)) {
        if (isWithoutText(one.url, one.reading)) queue.release(one.url);
        yield { ...found(one.url, one.reading), ...(linksEndless && one.url === url && { linksEndless }) };
      }
      await addAll(own, url === site.startUrl ? 'start' : 'linked');
    }
  }

  /** A page that cannot be read for the moment keeps its earlier text. */
  function isWithoutText(url: string, reading: PageReading): boolean {
    if (reading.kind !== 'left-out') return false;
    return !(known.get(url)?.hasText === true && isPassing(reading.reason));
  }

  function isUnchanged(url: string, { requestedAtMs, linksEndless }: KnownPage): boolean {
    if (!believesDates() || linksEndless) return false;
    return isUnchangedSince({ changedAt: addresses.changedAt(url), requestedAtMs }, clock.now());
  }

  async function* pages(): AsyncIterable<FoundPage> {
    add(site.startUrl, 'start');
    await addAll(access.own(also), 'start');
    await addKnown();
    yield* reports.newly();
    // The start page was already fetched, and its links come before the other pages.
    if (queue.tierOf(site.startUrl)) yield* read(site.startUrl);
    yield* reports.newly();
    yield* addSitemaps();
    // Pages without a text that are in no sitemap were linked by a page that may be unchanged.
    for (const url of known.keys()) {
      if (queue.tierOf(url) === 'last' && endlessKindOf(url) === undefined) queue.add(url, 'linked');
    }
    for (let url = queue.next(); url !== undefined; url = queue.next()) {
      signal.throwIfAborted();
      if (counts.requests >= MAX_REQUESTS_PER_PAGE * limit) break;
      yield* read(url);
      yield* reports.newly();
    }
    for (const url of queue.beyond()) {
      const page = known.get(url);
      if (page?.hasText) leaveOut(url, 'over-limit');
      else if (page) yield reports.overLimit(url);
    }
    yield* reports.newly();
  }

  return {
    pages,
    counts: () => ({ files: counts.files, overLimit: queue.overLimit() + addresses.beyond() }),
    leftOutAddresses: () => ({
      groups: reports.leftOut,
      isComplete,
      isFound: addresses.isLed,
    }),
    undecided: () =>
      queue
        .within()
        .filter((url) => endlessKindOf(url) !== undefined)
        .map((url) => found(url)),
  };
}
