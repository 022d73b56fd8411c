import * as z from 'zod/mini';
import {
  ACTIVITY_FIELDS,
  countsFrom,
  FIRST_REPLY_BOUNDS,
  type HourlyActivity,
  LEFT_ANSWER_BOUNDS,
} from '../../../availability/rules/activity.ts';
import { mapLimited } from '../../../lib/concurrency.ts';
import type { Clock, ConversationStore } from '../../../ports.ts';
import type { Items } from './container.ts';

/** How long after its end an hour is closed and its sum stored, in milliseconds. Retries take seconds. */
const CLOSED_AFTER_MS = 3_600_000;
export const HOUR_MS = 3_600_000;
/** How many hours without stored sums are summed at the same time. */
const MAX_CONCURRENT = 20;

/** Names of the sums: the field of a figure, or the bound of a histogram's bucket. */
export const REPLIES = { bounds: FIRST_REPLY_BOUNDS, name: (bound: number) => `reply${bound}` };
export const LEFT_ANSWERS = { bounds: LEFT_ANSWER_BOUNDS, name: (bound: number) => `left${bound}` };
const SUMS = [
  ...ACTIVITY_FIELDS,
  ...REPLIES.bounds.map(REPLIES.name),
  ...LEFT_ANSWERS.bounds.map(LEFT_ANSWERS.name),
]
  .map((name) => `SUM(c.${name}) AS ${name}`)
  .join(', ');
const SUM_HOUR = `SELECT COUNT(1) AS records, ${SUMS} FROM c`;

/** Sums by name. A sum over no values may be missing. */
const Sums = z.record(z.string(), z.number());

/** An hour with records, in the partition of its month. `sums` is set when the hour is closed. */
const HourItem = z.object({ id: z.string(), sums: z.optional(Sums), _etag: z.string() });
type HourItem = z.output<typeof HourItem>;

interface HourlySums {
  /** Whether an hour is closed, so that its sums can be stored. */
  isFinal(hour: string): boolean;
  read: ConversationStore['activity'];
}

/**
 * An open hour is one aggregate query over its partition. The sums of closed hours are stored in the month's
 * partition.
 */
export function hourlySums(items: Items, clock: Clock): HourlySums {
  const isFinal = (hour: string) => Date.parse(hour) + HOUR_MS + CLOSED_AFTER_MS <= clock.now();

  async function sum(hour: string): Promise<Record<string, number>> {
    const [sums] = await items.query('sum', { sql: SUM_HOUR, partition: hour });
    return Sums.parse(sums ?? {});
  }

  /** The stored sums of an hour, or the result of the query, which is stored if the hour is closed. */
  async function sumsOf({ id, sums: kept, _etag }: HourItem): Promise<Record<string, number>> {
    if (kept) return kept;
    const sums = await sum(id);
    if (isFinal(id)) {
      const month = id.slice(0, 7);
      // A conflict means that another instance stored the same sums.
      await items.replace('keep', month, { id, hour: month, sums }, _etag);
    }
    return sums;
  }

  return {
    isFinal,
    async read(from, to) {
      const found: HourlyActivity[] = [];
      for (const month of monthsOf(from, to)) {
        const rows = await items.query('hours', {
          sql: 'SELECT * FROM c WHERE c.id >= @from AND c.id < @to',
          parameters: { from, to },
          partition: month,
        });
        const hours = rows.map((row) => HourItem.parse(row)).sort((a, b) => (a.id < b.id ? -1 : 1));
        const sums = await mapLimited(hours, MAX_CONCURRENT, sumsOf);
        sums.forEach((one, n) => {
          const hour = hours[n]?.id;
          if (hour !== undefined && (one['records'] ?? 0) > 0) found.push(hourlyOf(hour, one));
        });
      }
      return found;
    },
  };
}

function hourlyOf(hour: string, sums: Readonly<Record<string, number>>): HourlyActivity {
  const histogram = ({ bounds, name }: typeof REPLIES | typeof LEFT_ANSWERS) => {
    const counts = bounds.map((bound) => [bound, sums[name(bound)] ?? 0] as const);
    return new Map<number, number>(counts.filter(([, count]) => count !== 0));
  };
  return {
    hour,
    ...countsFrom((field) => sums[field] ?? 0),
    firstReplies: histogram(REPLIES),
    leftAnswers: histogram(LEFT_ANSWERS),
  };
}

/** The months of a date range, as `2026-11`. */
function monthsOf(from: string, to: string): string[] {
  const months: string[] = [];
  const month = new Date(`${from.slice(0, 7)}-01T00:00:00.000Z`);
  while (month.toISOString() < to) {
    months.push(month.toISOString().slice(0, 7));
    month.setUTCMonth(month.getUTCMonth() + 1);
  }
  return months;
}
