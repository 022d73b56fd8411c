import { setImmediate as turn } from 'node:timers/promises';
import { addressKey, sectionOf } from '../../domain/website/address.ts';
import { pagePatternLimits } from '../../domain/website/page-patterns.ts';
import { hashOf } from '../../domain/website/boilerplate.ts';
import { languageTag } from '../../domain/website/languages.ts';
import type { SkipReason } from '../../domain/website/skip-reasons.ts';
import { sameTexts } from '../../domain/website/same-text.ts';
import { isFileAddress, type Site } from '../../domain/website/site.ts';
import { isUnchangedSince } from '../../domain/website/unchanged.ts';
import type { Clock, DocumentReader, FindOptions, FoundPage, SkippedPage, PageReading } from '../../ports.ts';
import type { SiteAccess } from './site-access.ts';
import type { SiteClient } from './site-client.ts';
import { sitemapPages } from './sitemaps.ts';
import type { VisitPage } from './visit.ts';

/**
 * The most left-out pages that are listed, per page that may be found: the number of links can be unlimited.
 */
const MAX_LEFT_OUT_PER_PAGE = 3;
/** The most addresses that are checked, per page that may be found; further ones are only counted. */
const MAX_SEEN_PER_PAGE = 20;
/** How many addresses are checked in one turn of the event loop: a site can have thousands of rules. */
const IN_ONE_TURN = 10;

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

interface SearchCounts {
  files: number;
  overLimit: number;
}

/** Finds the pages of a site: those in its sitemaps, then the start page and its links, breadth first. */
export async function* search(
  { limit, isExcluded = () => false, known = () => undefined, also = [], signal }: FindOptions,
  { site, access, client, clock, documents, visit, files, sitemaps }: SearchOptions,
  counts: SearchCounts,
): AsyncIterable<FoundPage> {
  const queue: string[] = [];
  const seen = new Set<string>();
  const changedAt = new Map<string, string>();
  const isWithinKind = pagePatternLimits();
  const texts = textGroups(site.startUrl);
  let added = 0;
  let leftOuts = 0;
  let entries = 0;
  let listed: FoundPage[] = [];

  const found = (url: string, reading?: PageReading): FoundPage => {
    const changed = changedAt.get(url);
    return {
      url,
      section: sectionOf(url),
      ...(changed !== undefined && { changedAt: changed }),
      ...(reading !== undefined && { reading }),
    };
  };

  function leaveOut(url: string, reason: SkipReason): void {
    if (++leftOuts <= MAX_LEFT_OUT_PER_PAGE * limit) listed.push(found(url, { kind: 'left-out', reason }));
  }

  function add(url: string, changed?: string): void {
    const key = addressKey(url);
    if (seen.has(key)) return;
    if (seen.size >= MAX_SEEN_PER_PAGE * limit) {
      counts.overLimit++;
      return;
    }
    seen.add(key);
    if (changed !== undefined) changedAt.set(url, changed);
    const reason = reasonBefore(url);
    if (reason !== undefined) leaveOut(url, reason);
    else if (added >= limit) counts.overLimit++;
    else {
      added++;
      queue.push(url);
      listed.push(found(url));
    }
  }

  async function addAll(urls: readonly string[]): Promise<void> {
    for (const [index, url] of urls.entries()) {
      if (index % IN_ONE_TURN === IN_ONE_TURN - 1) await turn();
      add(url);
    }
  }

  /** The reason for leaving a page out before it is requested. */
  function reasonBefore(url: string): SkipReason | undefined {
    if (isFileAddress(url)) counts.files++;
    if (isFileAddress(url) && !files) return 'file';
    if (access.isDisallowed(url)) return 'robots';
    return isWithinKind(url) ? undefined : 'too-many-alike';
  }

  function* newlyListed(): Iterable<FoundPage> {
    const pages = listed;
    listed = [];
    yield* pages;
  }

  counts.files = 0;
  counts.overLimit = 0;
  add(site.startUrl);
  await addAll(access.own(also));
  for await (const entry of sitemapPages(sitemaps, client, {
    signal,
    limit,
    documents,
    clock,
    mayAsk: access.isOwn,
  })) {
    for (const { language } of entry.alternates) access.offerLanguage(languageTag(language));
    for (const url of access.own([entry.url])) add(url, entry.changedAt);
    if (++entries % IN_ONE_TURN === 0) await turn();
    yield* newlyListed();
  }
  yield* newlyListed();
  for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
    signal.throwIfAborted();
    const before = known(url);
    if (isExcluded(url) && url !== site.startUrl) continue;
    if (
      before &&
      url !== site.startUrl &&
      isUnchangedSince({ changedAt: changedAt.get(url), ...before }, clock.now())
    ) {
      yield found(url, { kind: 'unchanged' });
      await addAll(before.links);
    } else {
      const { reading, links } = await visit(url, before, signal);
      yield* texts(url, reading).map((one) => found(one.url, one.reading));
      await addAll(access.own(links));
    }
    yield* newlyListed();
  }
}

/**
 * Groups pages by their text. Further pages with the same text are duplicates, or all of them are soft 404s.
 */
function textGroups(startUrl: string) {
  const groups = new Map<string, string[]>();
  const told = new Map<string, string>();
  return (url: string, reading: PageReading): { url: string; reading: PageReading }[] => {
    if (reading.kind !== 'page') return [{ url, reading }];
    const hash = hashOf(reading.markdown);
    const urls = [...(groups.get(hash) ?? []), url];
    groups.set(hash, urls);
    const same = sameTexts(
      urls.map((one) => ({ url: one, hash })),
      startUrl,
    );
    const changed = [...same].filter(([one, { kind }]) => told.get(one) !== kind);
    const verdicts = changed.map(([one, verdict]) => {
      told.set(one, verdict.kind);
      const leftOut: SkippedPage = {
        kind: 'left-out',
        reason: verdict.kind,
        ...(verdict.kind === 'duplicate' && { insteadOf: verdict.insteadOf }),
      };
      return { url: one, reading: leftOut };
    });
    return same.has(url) ? verdicts : [{ url, reading }, ...verdicts];
  };
}
