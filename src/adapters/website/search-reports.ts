import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { foundAddresses } from '../../websites/rules/found-addresses.ts';
import { leftOutGroups, type LeftOutGroup } from '../../websites/rules/left-out-groups.ts';
import { endlessKindOf } from '../../websites/rules/page-patterns.ts';
import type { pageQueue } from '../../websites/rules/page-queue.ts';
import type { SkipReason } from '../../websites/rules/skip-reasons.ts';
import type { FoundPage, KnownPage, PageReading } from '../../ports.ts';

/** The most pages that an admin left out and that are listed, per page that may be found. */
const MAX_EXCLUDED_PER_PAGE = 1;
/** How many addresses are counted in one turn of the event loop. */
const IN_ONE_TURN = 500;

interface Searched {
  /** How many pages may be found. */
  limit: number;
  known: ReadonlyMap<string, KnownPage>;
  queue: ReturnType<typeof pageQueue>;
  addresses: ReturnType<typeof foundAddresses>;
}

/** The reports of a search about pages without a request: listed, or left out. */
export function searchReports({ limit, known, queue, addresses }: Searched) {
  const leftOuts = leftOutGroups();
  /** Listed pages that are not known from earlier readings. */
  const shown = new Set<string>();
  let excluded = 0;
  let reported: FoundPage[] = [];

  const found = (url: string, reading?: PageReading): FoundPage => {
    const changed = addresses.changedAt(url);
    return {
      url,
      ...(changed !== undefined && { changedAt: changed }),
      ...(reading !== undefined && { reading }),
    };
  };

  /** A listed page that has no place; all of these are counted at the end. */
  const overLimit = (url: string): FoundPage => ({
    ...found(url, { kind: 'left-out', reason: 'over-limit' }),
    isCounted: true,
  });

  /** Leaves an address out without a request; a known page is then gone. */
  function leaveOut(url: string, reason: SkipReason, insteadOf?: string): void {
    const page = known.get(url);
    if (!page?.hasText) leftOuts.add(url, reason);
    if (!page) return;
    const reading = { kind: 'left-out', reason, ...(insteadOf !== undefined && { insteadOf }) } as const;
    reported.push({ ...found(url, reading), ...(!page.hasText && { isCounted: true }) });
  }

  /** Lists a page that an admin left out, so that it can be chosen again. */
  function listExcluded(url: string): void {
    if (known.has(url)) return;
    if (++excluded > MAX_EXCLUDED_PER_PAGE * limit) leftOuts.add(url, 'not-chosen');
    else reported.push(found(url));
  }

  /** The reports since the last call: what is left out, newly listed, or no longer listed. */
  function* newly(): Iterable<FoundPage> {
    const before = reported;
    reported = [];
    yield* before;
    const within = new Set(queue.within());
    for (const url of shown) {
      if (within.has(url)) continue;
      shown.delete(url);
      if (!queue.tierOf(url)) continue;
      yield overLimit(url);
    }
    for (const url of within) {
      if (shown.has(url) || known.has(url) || endlessKindOf(url) !== undefined) continue;
      shown.add(url);
      yield found(url);
    }
  }

  async function leftOut(): Promise<LeftOutGroup[]> {
    const all = leftOutGroups();
    for (const group of leftOuts.list()) all.addGroup(group);
    for (const [index, url] of queue.beyond().entries()) {
      if (index % IN_ONE_TURN === IN_ONE_TURN - 1) await letOthersRun();
      if (!known.get(url)?.hasText) all.add(url, 'over-limit');
    }
    return all.list();
  }

  return {
    found,
    overLimit,
    leaveOut,
    listExcluded,
    newly,
    leftOut,
    /** A page that is read now is listed no more. */
    unlist: (url: string) => void shown.delete(url),
  };
}
