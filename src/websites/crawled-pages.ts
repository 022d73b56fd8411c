import type { Lease } from '../platform/leases.ts';
import type { WebsitePage } from './records/website-source.ts';
import type { PageRecord, WebsitePages } from './website-pages.ts';

/** How many listed pages are stored at the same time. */
const LISTED = 25;

interface CrawledPagesOptions {
  /** The id of the website. */
  id: string;
  pages: Pick<WebsitePages, 'all' | 'change' | 'remove'>;
  lease: Pick<Lease, 'check'>;
}

/**
 * The pages of a website during a step of its crawl. A page is stored when it is read; pages that are only
 * listed are stored in groups.
 */
export async function crawledPages({ id, pages, lease }: CrawledPagesOptions) {
  const known = await pages.all(id);
  const listed: string[] = [];

  async function store(url: string, edit: (page: WebsitePage) => WebsitePage): Promise<void> {
    lease.check();
    const stored = known.get(url);
    const before = stored?.version === 'absent' ? undefined : stored;
    known.set(url, await pages.change(id, url, (page = newPage(url)) => edit(page), before));
  }

  async function storeListed(): Promise<void> {
    await Promise.all(listed.splice(0).map((url) => store(url, (page) => page)));
  }

  return {
    find: (url: string): WebsitePage | undefined => known.get(url)?.page,
    all: (): WebsitePage[] => pagesOf(known),

    /** How many pages were requested and have no text. */
    countWithoutText: (): number =>
      pagesOf(known).filter(({ text, reason }) => text === undefined && reason !== undefined).length,

    /** Adds a page that is not yet requested. */
    async list(url: string): Promise<void> {
      known.set(url, { page: newPage(url), version: 'absent' });
      listed.push(url);
      if (listed.length >= LISTED) await storeListed();
    },

    store,
    storeListed,

    /** Deletes a page without a text. */
    async forget(url: string): Promise<void> {
      const stored = known.get(url);
      known.delete(url);
      if (listed.includes(url)) listed.splice(listed.indexOf(url), 1);
      else if (stored) await pages.remove(id, url, lease.check);
    },
  };
}

const newPage = (url: string): WebsitePage => ({ url, title: '', words: 0 });
const pagesOf = (known: ReadonlyMap<string, PageRecord>) => Array.from(known.values(), ({ page }) => page);
