import { emptyHour, type HourlyActivity } from '../../availability/rules/activity.ts';
import { callFigures, roundDollars } from './cost.ts';
import type { SpendingTotals, Usage } from '../records/token-usage.ts';

/** The purposes of model calls outside conversations. */
export const PURPOSES = ['tests', 'embedding'] as const;
export type Purpose = (typeof PURPOSES)[number];

export const ZERO_TOTALS: SpendingTotals = {
  requests: 0,
  inputTokens: 0,
  cachedInputTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 0,
  cost: 0,
  unpricedCalls: 0,
};

/** The totals of one call; `cost` null counts as an unpriced call. */
export function totalsOf(usage: Usage, cost: number | null): SpendingTotals {
  return { ...ZERO_TOTALS, ...callFigures(usage, cost) };
}

export function addTotals(one: SpendingTotals, other: SpendingTotals): SpendingTotals {
  return {
    requests: one.requests + other.requests,
    inputTokens: one.inputTokens + other.inputTokens,
    cachedInputTokens: one.cachedInputTokens + other.cachedInputTokens,
    cacheWriteTokens: one.cacheWriteTokens + other.cacheWriteTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    cost: roundDollars(one.cost + other.cost),
    unpricedCalls: one.unpricedCalls + other.unpricedCalls,
  };
}

/** Adds the spending outside conversations to the hours, so that they contain the total cost. */
export function withSpending(
  hours: readonly HourlyActivity[],
  spent: readonly (SpendingTotals & { hour: string })[],
): HourlyActivity[] {
  const all = new Map(hours.map((hour) => [hour.hour, hour]));
  for (const { hour, ...sums } of spent) {
    const before = all.get(hour) ?? emptyHour(hour);
    all.set(hour, { ...before, ...addTotals(before, sums) });
  }
  return Array.from(all.values()).toSorted((one, other) => one.hour.localeCompare(other.hour));
}
