import type { SkipReason } from './skip-reasons.ts';

/** Pages that are left out for one reason and whose addresses have one pattern. */
export interface LeftOutGroup {
  reason: SkipReason;
  /** Such as `/events?day=…`. */
  pattern: string;
  pages: number;
  /** Some of their URLs. */
  examples: readonly string[];
}

/** The maximum number of groups; pages of further patterns are one group for each reason. */
const MAX_GROUPS = 200;
const MAX_EXAMPLES = 10;
/** Longer URLs are no examples, in characters. */
const MAX_EXAMPLE = 300;

/** The pattern of all other pages. */
const OTHERS = '…';

/** Sums up left-out pages by reason and pattern. */
export function leftOutGroups() {
  const groups = new Map<string, LeftOutGroup>();

  function addTo(reason: SkipReason, pattern: string, pages: number, urls: readonly string[]): void {
    const key = `${reason} ${pattern}`;
    const before = groups.get(key);
    if (!before && groups.size >= MAX_GROUPS && pattern !== OTHERS) {
      addTo(reason, OTHERS, pages, urls);
      return;
    }
    const short = urls.filter((url) => url.length <= MAX_EXAMPLE);
    groups.set(key, {
      reason,
      pattern,
      pages: (before?.pages ?? 0) + pages,
      examples: [...(before?.examples ?? []), ...short].slice(0, MAX_EXAMPLES),
    });
  }

  return {
    add: (url: string, reason: SkipReason): void => addTo(reason, patternOf(url), 1, [url]),
    addGroup: ({ reason, pattern, pages, examples }: LeftOutGroup): void =>
      addTo(reason, pattern, pages, examples),
    /** Large groups first. */
    list: (): LeftOutGroup[] => [...groups.values()].sort((one, other) => other.pages - one.pages),
  };
}

/**
 * The groups after a reading. If it did not see the links of all pages, earlier groups that it did not find
 * stay, and none becomes smaller.
 */
export function mergedGroups(
  before: readonly LeftOutGroup[],
  found: readonly LeftOutGroup[],
  isComplete: boolean,
): LeftOutGroup[] {
  if (isComplete) return [...found];
  const keyOf = ({ reason, pattern }: LeftOutGroup) => `${reason} ${pattern}`;
  const merged = new Map(found.map((group) => [keyOf(group), group]));
  for (const group of before) {
    if (group.pages > (merged.get(keyOf(group))?.pages ?? 0)) merged.set(keyOf(group), group);
  }
  return [...merged.values()].sort((one, other) => other.pages - one.pages).slice(0, 2 * MAX_GROUPS);
}

export const sumOfGroups = (groups: readonly LeftOutGroup[]): number =>
  groups.reduce((sum, { pages }) => sum + pages, 0);

/** The pattern of an address: the names of its parameters, or its folder and the extension of a file. */
function patternOf(url: string): string {
  const { pathname, searchParams } = new URL(url);
  const names = [...new Set(searchParams.keys())];
  if (names.length > 0) return `${pathname}?${names.map((name) => `${name}=…`).join('&')}`;
  const [, extension = ''] = /(\.[a-z]{2,4})$/i.exec(pathname) ?? [];
  return `${pathname.slice(0, pathname.lastIndexOf('/') + 1)}…${extension}`;
}
