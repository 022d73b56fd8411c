import { AppError } from '../../../src/core/errors.ts';
import type { SkipReason } from '../../../src/websites/rules/skip-reasons.ts';
import type { LeftOutGroup } from '../../../src/websites/rules/left-out-groups.ts';
import type { KnownPage, PageReading, PageText, SiteOffers, Websites } from '../../../src/ports.ts';

/** A page of a scripted website: its text, or the reason why it is left out. */
type ScriptedPage =
  | (Partial<Omit<PageText, 'kind' | 'url'>> & { markdown: string })
  | { reason: SkipReason; insteadOf?: string; retryAfterMs?: number };

export interface ScriptedSite {
  /** The pages by path. A page is unchanged as long as its `etag` is. */
  pages: Record<string, ScriptedPage>;
  /** The reason why the website cannot be opened. */
  refusal?: SkipReason;
  /** With a refusal: the other website that it leads to. */
  movedTo?: string;
  offers?: Partial<SiteOffers>;
  /** The addresses that are left out without a request. */
  leftOutGroups?: readonly LeftOutGroup[];
  /** Paths that are only found by links after the other pages were read. */
  unlisted?: readonly string[];
}

/** Websites by host. A test can change them between two reads. */
export function scriptedWebsites(sites: Record<string, ScriptedSite>) {
  const requests: string[] = [];
  /** Called before a page is returned. */
  const hooks = { beforePage: (_path: string): Promise<void> => Promise.resolve() };

  const websites: Websites = {
    open(address) {
      const { origin, host } = new URL(address);
      const site = (): ScriptedSite => sites[host] ?? { pages: {}, refusal: 'unreachable' };
      const { refusal, movedTo } = site();
      if (refusal !== undefined) {
        return Promise.reject(new AppError('website-refused', { reason: refusal, movedTo }));
      }

      let isComplete = true;

      async function read(
        url: string,
        known: KnownPage | undefined,
        signal: AbortSignal,
      ): Promise<PageReading> {
        signal.throwIfAborted();
        const path = url.slice(origin.length);
        await hooks.beforePage(path);
        signal.throwIfAborted();
        requests.push(path);
        const page = site().pages[path] ?? { reason: 'not-found' };
        if ('reason' in page) return { kind: 'left-out', ...page };
        if (page.etag !== undefined && page.etag === known?.etag) {
          isComplete = false;
          return { kind: 'unchanged', isRequested: true };
        }
        const words = page.markdown.split(/\s+/).length;
        return { kind: 'page', url, title: path, words, isFile: false, links: [], ...page };
      }

      return Promise.resolve({
        startUrl: `${origin}/`,
        async *find({
          limit,
          isExcluded = () => false,
          known = new Map<string, KnownPage>(),
          also = [],
          signal,
        }) {
          isComplete = true;
          const { unlisted = [] } = site();
          const paths = Object.keys(site().pages);
          const found = new Set<string>();
          const of = (path: string) => ({ url: `${origin}${path}` });
          for (const path of paths.filter((one) => !unlisted.includes(one)).slice(0, limit)) {
            found.add(`${origin}${path}`);
            yield of(path);
          }
          const linked = unlisted.map((path) => `${origin}${path}`);
          for (const url of new Set([...found, ...also, ...linked, ...known.keys()])) {
            const page = { url };
            if (isExcluded(url) || known.get(url)?.isRequested) continue;
            yield { ...page, reading: await read(url, known.get(url), signal) };
          }
        },
        undecided: () => [],
        leftOutAddresses: () => ({
          groups: () => Promise.resolve(site().leftOutGroups ?? []),
          isComplete,
          isFound: (url) => url.slice(origin.length) in site().pages,
        }),
        offers: () => ({ languages: [], subdomains: [], files: 0, overLimit: 0, ...site().offers }),
      });
    },
  };
  return { websites, sites, requests, hooks };
}
