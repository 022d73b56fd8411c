import { type Match, matchesIn, type TextQuery } from '../../lib/search-text.ts';
import type { SearchHit } from '../../ports.ts';

/** A message found by the index, with its storing-order key. */
export interface Candidate<K> extends Omit<SearchHit, 'snippet' | 'highlights'> {
  key: K;
  content: string;
}

/** The most messages that are read for one page, even if few of them match. */
const MAX_READ = 400;

/**
 * One page of a search, newest first. The store's index only preselects; the same domain rule matches in both
 * stores. A page can have fewer hits than requested and still be followed by another one.
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

/**
 * Lengths in characters: before the match, of the whole snippet, and the largest shift of a cut to a space.
 */
const CHARACTERS_BEFORE = 60;
const SNIPPET_LENGTH = 200;
const MAX_SHIFT = 20;
const ELLIPSIS = '…';

interface Snippet {
  snippet: string;
  highlights: Match[];
}

/** The part of a message around its first match. Highlights are offsets in that part, in order. */
function snippetOf(content: string, matches: readonly Match[]): Snippet {
  const [match, matchEnd] = matches[0] ?? [0, 0];
  const start = startNear(content, match - CHARACTERS_BEFORE, match);
  const end = endNear(content, start + SNIPPET_LENGTH, matchEnd);
  const lead = start > 0 ? ELLIPSIS : '';
  const shift = lead.length - start;
  return {
    snippet: `${lead}${content.slice(start, end)}${end < content.length ? ELLIPSIS : ''}`,
    highlights: matches
      .filter(([from]) => from < end)
      .map(([from, to]) => [from + shift, Math.min(to, end) + shift]),
  };
}

/** The start of the part: after a space near `at`, and never within the match. */
function startNear(content: string, at: number, match: number): number {
  if (at <= 0) return 0;
  const space = content.indexOf(' ', at);
  return space >= 0 && space < Math.min(at + MAX_SHIFT, match) ? space + 1 : wholeCharacter(content, at);
}

/**
 * The end of the part: before a space near `at`, and not within the match unless that is longer than the
 * part.
 */
function endNear(content: string, at: number, matchEnd: number): number {
  if (at >= content.length) return content.length;
  const space = content.lastIndexOf(' ', at);
  return space > at - MAX_SHIFT && space >= matchEnd ? space : wholeCharacter(content, at);
}

/** Moves a cut out of a surrogate pair. */
function wholeCharacter(content: string, at: number): number {
  return content.charCodeAt(at) >>> 10 === 0x37 ? at + 1 : at;
}
