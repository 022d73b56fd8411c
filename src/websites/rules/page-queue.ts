/**
 * How pages are found, in the order in which they are read. `start`: the start page, the admin's further
 * pages and the links of the start page, which has the navigation and the footer. `known`: read before.
 * `linked` by another page. Then pages of endless kinds: `again` were read before and are linked again,
 * `endless` are linked for the first time. `sitemap`: only listed there. `last`: a known page without a text
 * or of an endless kind, until a link or a sitemap leads to it.
 */
const TIERS = ['start', 'known', 'linked', 'again', 'endless', 'sitemap', 'last'] as const;
export type Tier = (typeof TIERS)[number];

/** Tiers in which the first pages of all folders come before the second ones, and so on. */
const BY_ROUNDS: ReadonlySet<Tier> = new Set(['known', 'sitemap']);

/**
 * The pages of a site in the order in which they are read, with a limit of pages that have a text. The pages
 * beyond the limit wait until a page turns out to be without a text.
 */
export function pageQueue(limit: number) {
  /** The waiting pages of each tier, by round. */
  const tiers = new Map(TIERS.map((tier) => [tier, Array<Set<string> | undefined>()]));
  const places = new Map<string, { tier: Tier; in: Set<string> }>();
  const inFolder = new Map<string, number>();
  const taken = new Set<string>();

  function roundOf(url: string, tier: Tier): number {
    if (!BY_ROUNDS.has(tier)) return 0;
    const folder = folderOf(url);
    const round = inFolder.get(folder) ?? 0;
    inFolder.set(folder, round + 1);
    return round;
  }

  function put(url: string, tier: Tier): void {
    const round = roundOf(url, tier);
    const rounds = tiers.get(tier) ?? [];
    const urls = (rounds[round] ??= new Set());
    urls.add(url);
    places.set(url, { tier, in: urls });
  }

  function remove(url: string): void {
    places.get(url)?.in.delete(url);
    places.delete(url);
  }

  function* inOrder(): Iterable<string> {
    for (const rounds of tiers.values()) for (const urls of rounds) yield* urls ?? [];
  }

  const free = () => Math.max(0, limit - taken.size);

  return {
    /** Adds a page, or moves a waiting one forward. */
    add(url: string, tier: Tier): void {
      const before = places.get(url);
      if (before && TIERS.indexOf(before.tier) <= TIERS.indexOf(tier)) return;
      remove(url);
      put(url, tier);
    },
    tierOf: (url: string): Tier | undefined => places.get(url)?.tier,
    /** Counts a page toward the limit. */
    take(url: string): void {
      remove(url);
      taken.add(url);
    },
    /** No longer counts a page, because it has no text. */
    release: (url: string): void => void taken.delete(url),
    /** The page to read next; undefined if all are read or the limit is reached. */
    next(): string | undefined {
      if (free() === 0) return undefined;
      const [first] = inOrder();
      return first;
    },
    /** The waiting pages within the limit. */
    within: (): string[] => take(inOrder(), free()),
    /** How many pages wait beyond the limit. */
    overLimit: (): number => Math.max(0, places.size - free()),
    /** The waiting pages beyond the limit. */
    beyond: (): string[] => [...inOrder()].slice(free()),
  };
}

/** The first values, without asking for the others. */
function take(values: Iterable<string>, most: number): string[] {
  const taken: string[] = [];
  for (const value of values) {
    if (taken.length >= most) break;
    taken.push(value);
  }
  return taken;
}

function folderOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname.slice(0, pathname.lastIndexOf('/') + 1)}`;
}
