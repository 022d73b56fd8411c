import type { SessionRecord } from './records/session.ts';

/** How many pages a conversation keeps, the newest, and how long an address of one may be. */
export const MAX_PAGES = 10;
export const MAX_ADDRESS_LENGTH = 500;

/**
 * Records the page from which a visitor writes, once until they write from another one. A longer address
 * loses its query first.
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
