import type { SessionRecord } from '../records/session.ts';

/** The maximum number of stored pages per conversation (the newest), and the maximum length of their URLs. */
export const MAX_PAGES = 10;
export const MAX_ADDRESS_LENGTH = 500;

/**
 * Records the page from which a visitor writes, unless it is the latest recorded page. The query of a too
 * long URL is removed.
 */
export function withPage(session: SessionRecord, pageUrl: string | undefined, at: string): SessionRecord {
  if (pageUrl === undefined) return session;
  const url =
    pageUrl.length <= MAX_ADDRESS_LENGTH
      ? pageUrl
      : (pageUrl.split(/[?#]/)[0] ?? '').slice(0, MAX_ADDRESS_LENGTH);
  const { pages = [] } = session;
  if (pages.at(-1)?.url === url) return session;
  return { ...session, pages: [...pages, { url, at }].slice(-MAX_PAGES) };
}
