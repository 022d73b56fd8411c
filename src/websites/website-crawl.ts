import { nowIso } from '../lib/fields.ts';
import type { WebsitePage } from './records/website-source.ts';
import { leftOutGroups, mergedGroups, sumOfGroups } from './rules/left-out-groups.ts';
import { MAX_PAUSE_MS } from './rules/pace.ts';
import { isOlder } from './rules/unchanged.ts';
import { isChosen } from './rules/page-rules.ts';
import { afterReading, countPages, type PageOutcome } from './rules/page-states.ts';
import { knownPages, READING_RULES } from './rules/known-pages.ts';
import { mergedOffers } from './rules/offers.ts';
import type { CrawlEnd } from './rules/phases.ts';
import { hasSameScope, openingChoices } from './rules/scope.ts';
import type { FoundPage, PageReading, Ports, SkippedPage } from '../ports.ts';
import { crawledPages } from './crawled-pages.ts';
import { savedWhileSlow } from './slow-sites.ts';
import type { JobStep } from '../platform/jobs.ts';
import type { WebsitePages } from './website-pages.ts';
import type { WebsiteRecord, WebsiteRecords } from './website-records.ts';

/** The maximum number of pages of a website that have a text. */
const MAX_PAGES = 1_000;
/** The maximum number of stored pages without a text; further ones are only counted. */
const MAX_WITHOUT_TEXT = 1_000;
/** The time limit of finding pages before an admin chooses among them, in milliseconds. */
const FIND_MS = 8_000;
/** The interval of storing the progress, in milliseconds; each read page is stored immediately. */
const SAVE_MS = 2_000;
/** The longest pause that a site can ask for, in milliseconds. */
const MAX_LONG_PAUSE_MS = 24 * 3_600_000;

type Dependencies = Pick<Ports, 'clock' | 'websites'> & {
  records: Pick<WebsiteRecords, 'change'>;
  pages: Pick<WebsitePages, 'all' | 'change' | 'putText' | 'remove' | 'leftOutGroups' | 'putLeftOutGroups'>;
};

/**
 * Finds and reads the pages of a website. Each page is stored when it is read, so that an interrupted crawl
 * continues with the pages that were not requested since `startedAt` (ADR 44).
 */
export function websiteCrawl(dependencies: Dependencies) {
  const { clock, websites, records, pages } = dependencies;
  const now = () => nowIso(clock);

  return async (source: WebsiteRecord, { lease, signal }: JobStep): Promise<CrawlEnd> => {
    const { id } = source;
    const { phase } = source.value;
    let current = source.value;
    const crawled = await crawledPages({ id, pages, lease });
    const groupsBefore = await pages.leftOutGroups(id);
    const over = new AbortController();
    const ending = AbortSignal.any([signal, over.signal]);
    const site = await websites.open(current.address, openingChoices(current), ending);
    const clear = phase === 'finding' ? clock.after(FIND_MS, () => over.abort()) : () => undefined;
    let savedAtMs = clock.now();
    let hasWrongDates = current.hasWrongDates === true;
    let pausedUntil: string | undefined;
    /** Pages without a text that are not stored. */
    const unstored = leftOutGroups();

    const isChecked = (url: string) => (crawled.find(url)?.checkedAt ?? '') >= current.startedAt;
    /** The pages that earlier steps of this reading requested. */
    const requestedBefore = new Set(crawled.all().flatMap(({ url }) => (isChecked(url) ? [url] : [])));

    async function keep({ url, linksEndless }: FoundPage, reading: PageReading): Promise<void> {
      const isRequested = reading.kind !== 'unchanged' || reading.isRequested;
      const outcome = await outcomeOf(url, reading, linksEndless);
      await crawled.store(url, (page) =>
        afterReading(page, outcome, { at: now(), isFirst: current.readAt === undefined, isRequested }),
      );
    }

    async function outcomeOf(url: string, reading: PageReading, linksEndless = false): Promise<PageOutcome> {
      if (reading.kind !== 'page') return reading;
      const { markdown, links: _links, ...page } = reading;
      lease.check();
      const text = await pages.putText(id, url, markdown);
      return { ...page, text, ...(linksEndless && { linksEndless }) };
    }

    /** Notes that the sitemap did not show the change of a page. */
    function checkDate(url: string, changedAt: string | undefined, before: WebsitePage | undefined): void {
      const { text, requestedAt, readingRules } = before ?? {};
      if (text === undefined || requestedAt === undefined || crawled.find(url)?.text === text) return;
      if (readingRules !== READING_RULES) return;
      if (isOlder(changedAt, Date.parse(requestedAt))) hasWrongDates = true;
    }

    async function keepFound(found: FoundPage): Promise<void> {
      const { url, reading } = found;
      const before = crawled.find(url);
      if (reading === undefined) {
        if (!before) await crawled.list(url);
      } else if (before?.text === undefined && found.isCounted) await crawled.forget(url);
      else if (!before && reading.kind === 'left-out' && crawled.countWithoutText() >= MAX_WITHOUT_TEXT) {
        unstored.add(url, reading.reason);
      } else if (!isOfSameText(url, reading)) {
        await crawled.storeListed();
        await keep(found, reading);
        if (reading.kind === 'page') checkDate(url, found.changedAt, before);
      }
    }

    /**
     * Whether the search found a soft 404 or duplicate; for read pages, publishing decides it from all texts.
     */
    function isOfSameText(url: string, reading: PageReading): boolean {
      if (reading.kind !== 'left-out' || crawled.find(url)?.text === undefined) return false;
      return isChecked(url) && (reading.reason === 'soft-404' || reading.reason === 'duplicate');
    }

    /**
     * Stores the progress, and reads concurrent changes of the website. `waitingSince`: the site has not
     * answered since then.
     */
    async function save(waitingSince?: string): Promise<void> {
      savedAtMs = clock.now();
      await crawled.storeListed();
      lease.check();
      // The groups are stored at the end of a step.
      const leftOutCount = sumOfGroups(groupsBefore);
      const { value } = await records.change(id, ({ value: { waitingSince: _waiting, ...stored } }) => ({
        ...stored,
        ...(waitingSince !== undefined && { waitingSince }),
        pages: countPages(crawled.all(), stored, leftOutCount),
        offers: mergedOffers(stored.offers, site.offers(), false),
      }));
      current = value;
      // With other choices the next step opens the site again.
      if (current.phase !== phase || !hasSameScope(current, source.value)) over.abort();
    }

    async function read(): Promise<void> {
      const options = {
        limit: MAX_PAGES,
        isExcluded: (url: string) => !isChosen(url, current.rules),
        known: knownPages(crawled.all(), current.startedAt),
        also: current.also,
        believesDates: () => !hasWrongDates,
        signal: ending,
      };
      for await (const found of savedWhileSlow(site.find(options), { clock, save })) {
        const { reading } = found;
        if (reading?.kind === 'left-out' && pausesFor(found.url, reading)) {
          await pause(found.url, reading);
          return;
        }
        await keepFound(found);
        if (clock.now() - savedAtMs >= SAVE_MS) await save();
        ending.throwIfAborted();
      }
      await forgetUnlinked();
    }

    /** Whether the site asks for a long pause. A page pauses a reading once, so that the reading ends. */
    function pausesFor(url: string, { retryAfterMs = 0 }: SkippedPage): boolean {
      const hasPaused = (crawled.find(url)?.requestedAt ?? '') >= current.startedAt;
      return retryAfterMs > MAX_PAUSE_MS && !hasPaused;
    }

    /** Ends this step; the reading continues when the site can be asked again. */
    async function pause(url: string, { reason, retryAfterMs = 0 }: SkippedPage): Promise<void> {
      await crawled.store(url, (page) => ({ ...page, reason, requestedAt: now() }));
      pausedUntil = new Date(clock.now() + Math.min(retryAfterMs, MAX_LONG_PAUSE_MS)).toISOString();
    }

    /**
     * Deletes the pages without a text that the site no longer leads to. Those of an earlier step stay,
     * because the links of its pages are not known.
     */
    async function forgetUnlinked(): Promise<void> {
      const { isComplete, isFound } = site.leftOutAddresses();
      for (const { url, text, reason } of crawled.all()) {
        if (text !== undefined || isFound(url)) continue;
        if (isComplete || (reason === 'not-found' && !requestedBefore.has(url))) await crawled.forget(url);
      }
    }

    async function storeUndecided(): Promise<void> {
      for (const found of site.undecided()) await keepFound(found);
      await crawled.storeListed();
    }

    async function end(isDone: boolean): Promise<CrawlEnd> {
      if (!isDone || phase === 'finding') await storeUndecided();
      const { groups, isComplete } = site.leftOutAddresses();
      for (const group of await groups()) unstored.addGroup(group);
      const merged = mergedGroups(groupsBefore, unstored.list(), isDone && isComplete);
      lease.check();
      await pages.putLeftOutGroups(id, merged, groupsBefore);
      return {
        isDone,
        pages: crawled.all(),
        leftOutCount: sumOfGroups(merged),
        offers: mergedOffers(current.offers, site.offers(), isDone && isComplete),
        startUrl: site.startUrl,
        hasWrongDates,
        ...(pausedUntil !== undefined && { pausedUntil }),
      };
    }

    try {
      await read();
      await crawled.storeListed();
      return await end(pausedUntil === undefined || phase === 'finding');
    } catch (error) {
      if (!ending.aborted) throw error;
      await crawled.storeListed();
      // The time limit of finding is reached; the other pages are found while pages are read.
      return await end(phase === 'finding' && !signal.aborted && current.phase === phase);
    } finally {
      clear();
    }
  };
}

export type WebsiteCrawl = ReturnType<typeof websiteCrawl>;
