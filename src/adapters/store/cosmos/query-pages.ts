import type { QueryIterator } from '@azure/cosmos';

/** More consecutive pages than this without a request mean that a partition is gone. */
const MAX_FREE_PAGES = 100;

interface QueryAnswer {
  resources: unknown[];
  requestCharge: number;
  /** A partition was split or merged after the client read its map, so `resources` is incomplete. */
  partitionIsGone: boolean;
}

/**
 * Reads every page of a query. The SDK's `fetchAll` never ends if a partition of the client's map is gone
 * (410/1002). It buffers the error and takes empty pages from the other partitions, without requests and
 * without yielding to the event loop (4.10.1). Such pages have no request charge.
 */
export async function readAllPages(query: QueryIterator<unknown>): Promise<QueryAnswer> {
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
