import { nowIso } from '../../domain/iso-time.ts';
import type { StoredWebsiteSource, WebsitePage } from '../../domain/records/website-source.ts';
import { isChosen } from '../../domain/website-sources/page-rules.ts';
import { afterReading, countPages, type PageOutcome } from '../../domain/website-sources/page-states.ts';
import type { FoundPage, KnownPage, OpenWebsite, PageReading, Ports, WebsiteChoices } from '../../ports.ts';
import type { JobStep } from '../platform/jobs.ts';
import type { PageRecord, WebsitePages } from './website-pages.ts';
import type { WebsiteRecord, WebsiteRecords } from './website-records.ts';

/** The maximum number of pages of a website. */
const MAX_PAGES = 1_000;
/** The time limit of finding pages before an admin chooses among them, in milliseconds. */
const FIND_MS = 8_000;
/** The interval of storing the progress, in milliseconds; each read page is stored immediately. */
const SAVE_MS = 2_000;
/** How many listed pages are stored at the same time. */
const LISTED = 25;

/** The state at the end of a step; `isDone`: all pages were requested, otherwise a later step continues. */
export interface CrawlEnd {
  isDone: boolean;
  pages: readonly WebsitePage[];
  offers: StoredWebsiteSource['offers'];
  /** The address that the website's address leads to. */
  startUrl: string;
}

type Dependencies = Pick<Ports, 'clock' | 'websites'> & {
  records: Pick<WebsiteRecords, 'change'>;
  pages: Pick<WebsitePages, 'all' | 'change' | 'putText'>;
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
    const known = await pages.all(id);
    const over = new AbortController();
    const ending = AbortSignal.any([signal, over.signal]);
    const site = await websites.open(current.address, choicesOf(current), ending);
    const clear = phase === 'finding' ? clock.after(FIND_MS, () => over.abort()) : () => undefined;
    let savedAtMs = clock.now();
    const listed: string[] = [];

    const isChecked = (url: string) => (known.get(url)?.page.checkedAt ?? '') >= current.startedAt;
    const isExcluded = (url: string) => !isChosen(url, current.rules) || isChecked(url);
    const waiting = () => Array.from(known.keys()).filter((url) => !isExcluded(url));
    const knownPage = (url: string) => knownPageOf(known.get(url));

    async function store(url: string, edit: (page: WebsitePage) => WebsitePage): Promise<void> {
      lease.check();
      const stored = known.get(url);
      const before = stored?.version === 'absent' ? undefined : stored;
      known.set(url, await pages.change(id, url, (page = newPage(url)) => edit(page), before));
    }

    async function storeListed(): Promise<void> {
      await Promise.all(listed.splice(0).map((url) => store(url, (page) => page)));
    }

    async function keep(url: string, reading: PageReading): Promise<void> {
      const outcome = await outcomeOf(url, reading);
      await store(url, (page) =>
        afterReading(page, outcome, { at: now(), isFirst: current.readAt === undefined }),
      );
    }

    async function outcomeOf(url: string, reading: PageReading): Promise<PageOutcome> {
      if (reading.kind !== 'page') return reading;
      const { markdown, links: _links, ...page } = reading;
      return { ...page, text: await pages.putText(id, url, markdown) };
    }

    async function keepFound({ url, reading }: FoundPage): Promise<void> {
      const isNew = !known.has(url);
      if (isNew && known.size >= MAX_PAGES) return;
      if (isNew) known.set(url, { page: newPage(url), version: 'absent' });
      if (reading && !isOfSameText(url, reading)) {
        await storeListed();
        await keep(url, reading);
      } else if (isNew) {
        listed.push(url);
        if (listed.length >= LISTED) await storeListed();
      }
    }

    /**
     * Whether the search found a soft 404 or duplicate; for read pages, publishing decides it from all texts.
     */
    function isOfSameText(url: string, reading: PageReading): boolean {
      if (reading.kind !== 'left-out' || known.get(url)?.page.text === undefined) return false;
      return isChecked(url) && (reading.reason === 'soft-404' || reading.reason === 'duplicate');
    }

    /** Stores the progress, and reads concurrent changes of the website. */
    async function save(): Promise<void> {
      savedAtMs = clock.now();
      await storeListed();
      const { value } = await records.change(id, ({ value: stored }) => ({
        ...stored,
        pages: countPages(pagesOf(known), stored),
        offers: site.offers(),
      }));
      current = value;
      if (current.phase !== phase) over.abort();
    }

    async function read(): Promise<void> {
      const also = [...current.also, ...(phase === 'finding' ? [] : waiting())];
      const options = { limit: MAX_PAGES, isExcluded, known: knownPage, also, signal: ending };
      for await (const found of site.find(options)) {
        await keepFound(found);
        if (clock.now() - savedAtMs >= SAVE_MS) await save();
        ending.throwIfAborted();
      }
      // Known pages that no link leads to any more.
      for (const url of phase === 'finding' ? [] : waiting()) {
        await keep(url, await site.read(url, knownPage(url), ending));
        if (clock.now() - savedAtMs >= SAVE_MS) await save();
        ending.throwIfAborted();
      }
    }

    const end = (isDone: boolean) => ({
      isDone,
      pages: pagesOf(known),
      offers: offersOf(site),
      startUrl: site.startUrl,
    });
    try {
      await read();
      await storeListed();
      return end(true);
    } catch (error) {
      if (!ending.aborted) throw error;
      await storeListed();
      // The time limit of finding is reached; the other pages are found while pages are read.
      return end(phase === 'finding' && !signal.aborted && current.phase === phase);
    } finally {
      clear();
    }
  };
}

export type WebsiteCrawl = ReturnType<typeof websiteCrawl>;

const newPage = (url: string): WebsitePage => ({ url, title: '', words: 0 });
const pagesOf = (known: ReadonlyMap<string, PageRecord>) => Array.from(known.values(), ({ page }) => page);

/**
 * The validators of a stored page; undefined for a page without a text, which is requested like a new one.
 */
function knownPageOf(stored: PageRecord | undefined): KnownPage | undefined {
  const { etag, lastModified, readAt, text } = stored?.page ?? {};
  if (text === undefined || readAt === undefined) return undefined;
  return {
    ...(etag !== undefined && { etag }),
    ...(lastModified !== undefined && { lastModified }),
    readAt: Date.parse(readAt),
    // Linked pages are already stored as pages of the website.
    links: [],
  };
}

function choicesOf({ allowHttp, subdomains, files, languages }: StoredWebsiteSource): WebsiteChoices {
  return { allowHttp, subdomains, files, ...(languages.length > 0 && { languages }) };
}

function offersOf(site: Pick<OpenWebsite, 'offers'>): StoredWebsiteSource['offers'] {
  const { languages, subdomains, files, overLimit } = site.offers();
  return { languages, subdomains, files, overLimit };
}
