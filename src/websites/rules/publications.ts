import { derivedId } from '../../lib/ids.ts';
import type { StoredWebsiteSource, WebsitePage } from '../records/website-source.ts';

interface Document {
  name: string;
  textHash: string;
  characters: number;
  sections: number;
}

interface Made {
  /** Equal keys mean equal documents. */
  key: string;
  entries: readonly Document[];
  /** The documents that are live. */
  live: readonly Document[];
  at: string;
}

/**
 * The website with documents as its live publication, or as the waiting one if they differ from the live
 * ones.
 */
export function withPublication(
  value: StoredWebsiteSource,
  { key, entries, live, at }: Made,
): StoredWebsiteSource {
  const { waiting, waitingKey, ...rest } = value;
  if (key === value.liveKey) return rest;
  const extent = {
    at,
    documents: entries.length,
    sections: entries.reduce((sum, { sections }) => sum + sections, 0),
    characters: entries.reduce((sum, { characters }) => sum + characters, 0),
  };
  if (value.publish === 'live') return { ...rest, liveKey: key, published: extent };
  if (waiting && key === waitingKey) return value;
  return { ...rest, waitingKey: key, waiting: { ...extent, ...differenceOf(live, entries) } };
}

function differenceOf(live: readonly Document[], made: readonly Document[]) {
  const before = new Map(live.map(({ name, textHash }) => [name, textHash]));
  const after = new Set(made.map(({ name }) => name));
  return {
    changed: made.filter(({ name, textHash }) => before.has(name) && before.get(name) !== textHash).length,
    new: made.filter(({ name }) => !before.has(name)).length,
    gone: live.filter(({ name }) => !after.has(name)).length,
  };
}

/** The website with its waiting publication as the live one; undefined without a waiting one. */
export function withWaitingLive(value: StoredWebsiteSource, at: string): StoredWebsiteSource | undefined {
  const { waiting, waitingKey, ...rest } = value;
  if (!waiting || waitingKey === undefined) return undefined;
  const { changed: _changed, new: _new, gone: _gone, ...extent } = waiting;
  // The next step deletes the replaced publication.
  return { ...rest, liveKey: waitingKey, published: { ...extent, at }, isUnpublished: true };
}

/** The website with the problems that publishing finds, and without those that are over. */
export function withProblem(
  value: StoredWebsiteSource,
  { isMostlyGone, isTooMuch = value.problem === 'too-much' }: { isMostlyGone: boolean; isTooMuch?: boolean },
): StoredWebsiteSource {
  const { problem, ...rest } = value;
  if (isMostlyGone) return { ...rest, problem: 'mostly-gone' };
  if (isTooMuch) return { ...rest, problem: 'too-much' };
  const isOver = problem === 'mostly-gone' || problem === 'too-much';
  return problem === undefined || isOver ? rest : value;
}

/**
 * A key of all that documents are made from, without reading the texts. The number at its start changes with
 * the rules that make documents. `most`: the number of characters, if it cut the documents.
 */
export function contentKeyOf(
  pages: readonly WebsitePage[],
  { publish, leftOutBlocks, startUrl }: StoredWebsiteSource,
  most?: number,
): string {
  const parts = pages.map(({ url, canonicalUrl, title, language, pageDate, text, leftOutHeadings }) => [
    [url, canonicalUrl, title, language, pageDate, text],
    leftOutHeadings,
  ]);
  const limit = most === undefined ? [] : [most];
  return derivedId('website-content', JSON.stringify([3, publish, leftOutBlocks, startUrl, parts, ...limit]));
}

/** The documents that fit into a number of characters, in their order. */
export function fitting<T extends { markdown: string }>(documents: readonly T[], most: number): T[] {
  let left = most;
  return documents.filter(({ markdown }) => {
    if (markdown.length > left) return false;
    left -= markdown.length;
    return true;
  });
}
