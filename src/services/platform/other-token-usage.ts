import * as z from 'zod/mini';
import { hourOf } from '../../domain/activity.ts';
import { SpendingTotals } from '../../domain/records/spending-totals.ts';
import { addTotals, ZERO_TOTALS, PURPOSES, type Purpose } from '../../domain/spending.ts';
import type { Ports } from '../../ports.ts';
import { readable, readDocument, updateDocument } from './ledger-documents.ts';
import { dayStart, sumTokens, type TokenSums } from '../chat/tokens-today.ts';

/** The spending of one purpose in an hour; `hour` is its start. */
export interface HourlySpending extends SpendingTotals {
  hour: string;
  purpose: Purpose;
}

/**
 * Tokens of model calls outside of conversations, such as tests. They count in the daily budget, in the
 * costs, in health and in the reports to the publisher, and in no other figure of visitors.
 */
export interface OtherTokenUsage {
  /** Since the start of the UTC day, by all instances. */
  today(): Promise<number>;
  /** The same by direction, with one read of the store. */
  sumsOfToday(): Promise<TokenSums>;
  /** Counts in the hour in which it is stored, because a closed hour may have been reported. */
  add(purpose: Purpose, spent: SpendingTotals): Promise<void>;
  /** In the hours of `[from, to)`, oldest first. */
  between(from: string, to: string): Promise<HourlySpending[]>;
}

const Day = z.object({
  tokens: z.int(),
  /** By the start of the hour, and by purpose; absent in what an earlier release has written. */
  hours: z.exactOptional(z.record(z.string(), z.record(z.string(), SpendingTotals))),
});
const KIND = 'tokens-beside';
/** An earlier release counted some tests under this purpose. */
const EVALUATIONS = 'evaluations';
const DAY_MS = 86_400_000;

/** Keeps one document a UTC day in the ledger. */
export function otherTokenUsage(
  dependencies: Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'>,
): OtherTokenUsage {
  const { clock, ledger } = dependencies;
  const dayOf = (nowMs: number) => dayStart(nowMs).slice(0, 10);
  const document = (day: string) => ({ kind: KIND, id: day, schema: Day });

  /** Adds to the present hour of a day at each attempt; false, and nothing is added, once the day is over. */
  async function addOn(day: string, purpose: Purpose, spent: SpendingTotals): Promise<boolean> {
    const { result } = await updateDocument(KIND, dependencies, document(day), (stored) => {
      const nowMs = clock.now();
      if (dayOf(nowMs) !== day) return { result: false };
      const hour = hourOf(new Date(nowMs).toISOString());
      const { tokens = 0, hours = {} } = stored?.value ?? {};
      const before = hours[hour] ?? {};
      const sum = addTotals(before[purpose] ?? ZERO_TOTALS, spent);
      const value = {
        tokens: tokens + spent.inputTokens + spent.outputTokens,
        hours: { ...hours, [hour]: { ...before, [purpose]: sum } },
      };
      return { value, result: true };
    });
    return result;
  }

  return {
    async today() {
      const day = await readDocument(ledger, document(dayOf(clock.now())));
      return day?.value.tokens ?? 0;
    },

    async sumsOfToday() {
      const day = await readDocument(ledger, document(dayOf(clock.now())));
      return sumTokens(Object.values(day?.value.hours ?? {}).flatMap((purposes) => Object.values(purposes)));
    },

    async add(purpose, spent) {
      if (spent.inputTokens + spent.outputTokens === 0) return;
      while (!(await addOn(dayOf(clock.now()), purpose, spent)));
    },

    async between(from, to) {
      const days = Math.ceil((Date.parse(to) - Date.parse(from)) / DAY_MS) + 2;
      const entries = await ledger.newest(KIND, days);
      return readable(entries, Day)
        .flatMap(({ value }) => Object.entries(value.hours ?? {}))
        .filter(([hour]) => from <= hour && hour < to)
        .toSorted(([one], [other]) => one.localeCompare(other))
        .flatMap(([hour, purposes]) =>
          PURPOSES.flatMap((purpose) => {
            const counted = [purposes[purpose], purpose === 'tests' ? purposes[EVALUATIONS] : undefined];
            const spent = counted.filter((sums) => sums !== undefined);
            return spent.length === 0 ? [] : [{ hour, purpose, ...spent.reduce(addTotals) }];
          }),
        );
    },
  };
}
