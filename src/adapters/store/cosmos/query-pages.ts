import type { QueryIterator } from '@azure/cosmos';

/** More pages than this in a row that needed no request mean that a partition is gone. */
const MAX_FREE_PAGES = 100;

interface QueryAnswer {
  resources: unknown[];
  requestCharge: number;
  /** A partition was split or merged since the client read its map; `resources` are incomplete. */
  partitionIsGone: boolean;
}

/**
 * Every page of a query. The SDK's `fetchAll` does the same, but never ends if a partition of the client's
 * map is gone (410/1002). It keeps the error in the partition's buffer and takes empty pages from the others,
 * without a request, and so without yielding to the event loop (4.10.1). Such pages have no charge.
 */
export async function everyPage(query: QueryIterator<unknown>): Promise<QueryAnswer> {
  const resources: unknown[] = [];
  let requestCharge = 0;
  let freePages = 0;
  while (query.hasMoreResults() && freePages < MAX_FREE_PAGES) {
    const page: { resources?: unknown[]; requestCharge: number } = await query.fetchNext();
    const found = page.resources ?? [];
    resources.push(...found);
    requestCharge += page.requestCharge;
    freePages = found.length === 0 && page.requestCharge === 0 ? freePages + 1 : 0;
  }
  return { resources, requestCharge, partitionIsGone: freePages === MAX_FREE_PAGES };
}
