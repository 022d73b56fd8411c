import { SKIP_REASON_TEXTS, type SkipReason } from './rules/skip-reasons.ts';
import type { LeftOutGroup } from './rules/left-out-groups.ts';

/** The pages that are left out for one reason. */
export interface LeftOutReason {
  reason: SkipReason;
  /** All of them, also those that are not stored one by one. */
  pages: number;
  /** How many of them are stored one by one. */
  listed: number;
  /** The others, by the pattern of their addresses. */
  patterns: readonly Omit<LeftOutGroup, 'reason'>[];
}

/** Whether a reason, as admins read it or in the API, contains a text in lower case. */
export const isAboutReason = (reason: SkipReason, text: string): boolean =>
  `${reason} ${SKIP_REASON_TEXTS[reason]}`.toLowerCase().includes(text);

/** Whether the pages of a group match a text in lower case. */
function isAbout({ reason, pattern, examples }: LeftOutGroup, text: string): boolean {
  return isAboutReason(reason, text) || [pattern, ...examples].join(' ').toLowerCase().includes(text);
}

/**
 * Sums up left-out pages by reason, frequent reasons first. `reasons`: those of the pages that are stored one
 * by one; `text`: only patterns that contain it.
 */
export function leftOutByReason(
  reasons: readonly SkipReason[],
  groups: readonly LeftOutGroup[],
  text = '',
): LeftOutReason[] {
  const byReason = new Map<SkipReason, LeftOutReason>();
  const of = (reason: SkipReason) => byReason.get(reason) ?? { reason, pages: 0, listed: 0, patterns: [] };
  for (const reason of reasons) {
    const { pages, listed, patterns } = of(reason);
    byReason.set(reason, { reason, pages: pages + 1, listed: listed + 1, patterns });
  }
  for (const group of groups.filter((one) => isAbout(one, text.toLowerCase()))) {
    const { reason, ...pattern } = group;
    const { pages, listed, patterns } = of(reason);
    byReason.set(reason, {
      reason,
      pages: pages + pattern.pages,
      listed,
      patterns: [...patterns, pattern],
    });
  }
  return [...byReason.values()].sort((one, other) => other.pages - one.pages);
}
