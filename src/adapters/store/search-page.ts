import { matchesIn, type TextQuery } from '../../domain/search-text.ts';
import type { SearchHit } from '../../ports.ts';
import { snippetOf } from './snippet.ts';

/** A message that the index found, with its key in the storing order. */
export interface Candidate<K> extends Omit<SearchHit, 'snippet' | 'highlights'> {
  key: K;
  content: string;
}

/** How many messages are read for one page, also where the index returns many that do not match. */
const MAX_READ = 400;

/**
 * One page of a search, newest first. The store's index only narrows down; the same domain rule decides in
 * both stores what matches. A page may hold fewer hits than asked for and still have a next one.
 */
export async function searchPage<K>(
  query: TextQuery,
  { limit, before }: { limit: number; before: K },
  read: (before: K, count: number) => Promise<readonly Candidate<K>[]>,
): Promise<{ items: SearchHit[]; next?: K }> {
  const found: { key: K; hit: SearchHit }[] = [];
  let last = before;
  for (let seen = 0; seen < MAX_READ;) {
    const candidates = await read(last, limit + 1);
    for (const { key, content, ...about } of candidates) {
      last = key;
      const matches = matchesIn(content, query);
      if (matches) found.push({ key, hit: { ...about, ...snippetOf(content, matches) } });
    }
    const shown = found.slice(0, limit);
    const end = shown.at(-1);
    const items = shown.map(({ hit }) => hit);
    if (end && found.length > limit) return { items, next: end.key };
    if (candidates.length <= limit) return { items };
    seen += candidates.length;
  }
  return { items: found.map(({ hit }) => hit), next: last };
}
