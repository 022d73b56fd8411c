import * as z from 'zod/mini';
import { hourOf } from '../availability/rules/activity.ts';
import { SpendingTotals } from './records/token-usage.ts';
import { addTotals, ZERO_TOTALS, PURPOSES, type Purpose } from './rules/spending.ts';
import type { Ports } from '../ports.ts';
import { readable, readDocument, updateDocument } from '../platform/ledger-documents.ts';
import { dayStart, sumTokens, type TokenSums } from './tokens-today.ts';

/** The spending of one purpose in an hour; `hour` is its start. */
export interface HourlySpending extends SpendingTotals {
  hour: string;
  purpose: Purpose;
}

const Day = z.object({
  tokens: z.int(),
  /** By the start of the hour, then by purpose. */
  hours: z.record(z.string(), z.record(z.string(), SpendingTotals)),
});
const KIND = 'tokens-beside';
const DAY_MS = 86_400_000;

/** Stores one document per UTC day in the ledger. */
export function otherTokenUsage(dependencies: Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'>) {
  const { clock, ledger } = dependencies;
  const dayOf = (nowMs: number) => dayStart(nowMs).slice(0, 10);
  const document = (day: string) => ({ kind: KIND, id: day, schema: Day });

  /** Adds to the current hour of a day; false without adding if the day is over. */
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
    /** All tokens since the start of the UTC day, of all instances. */
    async today(): Promise<number> {
      const day = await readDocument(ledger, document(dayOf(clock.now())));
      return day?.value.tokens ?? 0;
    },

    /** The same by input and output, with one read of the store. */
    async sumsOfToday(): Promise<TokenSums> {
      const day = await readDocument(ledger, document(dayOf(clock.now())));
      return sumTokens(Object.values(day?.value.hours ?? {}).flatMap((purposes) => Object.values(purposes)));
    },

    /** Adds to the current hour, because a closed hour may already be reported. */
    async add(purpose: Purpose, spent: SpendingTotals): Promise<void> {
      if (spent.inputTokens + spent.outputTokens === 0) return;
      while (!(await addOn(dayOf(clock.now()), purpose, spent)));
    },

    /** The spending in the hours of `[from, to)`, oldest first. */
    async between(from: string, to: string): Promise<HourlySpending[]> {
      const days = Math.ceil((Date.parse(to) - Date.parse(from)) / DAY_MS) + 2;
      const entries = await ledger.newest(KIND, days);
      return readable(entries, Day)
        .flatMap(({ value }) => Object.entries(value.hours))
        .filter(([hour]) => from <= hour && hour < to)
        .toSorted(([one], [other]) => one.localeCompare(other))
        .flatMap(([hour, purposes]) =>
          PURPOSES.flatMap((purpose) => {
            const spent = purposes[purpose];
            return spent ? [{ hour, purpose, ...spent }] : [];
          }),
        );
    },
  };
}

/**
 * Tokens of model calls outside conversations, such as tests. They are part of the daily budget, the costs,
 * health and the reports to the publisher, but not of the figures of visitors.
 */
export type OtherTokenUsage = ReturnType<typeof otherTokenUsage>;
