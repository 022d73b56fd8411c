import { nowIso } from '../../../lib/fields.ts';
import {
  ACTIVITY_FIELDS,
  bucketOf,
  FIRST_REPLY_BOUNDS,
  HOUR_OPEN_MS,
  hourOf,
  LEFT_ANSWER_BOUNDS,
  type Activity,
} from '../../../availability/rules/activity.ts';
import { singleFlight } from '../../../lib/concurrency.ts';
import { AppError } from '../../../core/errors.ts';
import type { Clock, ConversationStore } from '../../../ports.ts';
import { toItem } from './items.ts';
import type { Items } from './container.ts';
import { HOUR_MS, hourlySums, LEFT_ANSWERS, REPLIES } from './hourly-sums.ts';

/** The pause before failed records are written again, in milliseconds. */
const RETRY_MS = 5_000;
/** The most hours in the cache of listed hours. */
const MAX_LISTED = 48;

export interface Figures extends Pick<ConversationStore, 'activity'> {
  /** Adds an activity to its hour, exactly once per id. Failed writes are retried in the background. */
  add(activity: Activity): Promise<void>;
  /** Writes failed records once more. */
  close(): Promise<void>;
}

/**
 * One record per commit, without content, in the partition of its hour. Its id makes repeated writes
 * idempotent. The partition of a month lists its hours. No partition contains a session id.
 */
export function figures(items: Items, clock: Clock): Figures {
  const sums = hourlySums(items, clock);
  /** Hours that are in their month's list. */
  const listed = new Set<string>();
  /** Records whose write failed or got no answer. */
  const failed: Activity[] = [];
  let clearRetry: (() => void) | undefined;

  /**
   * Adds an hour to its month before its first record. A listed hour without records is harmless, but a
   * record in an unlisted hour would be lost.
   */
  async function list(hour: string): Promise<void> {
    await items.create('hour', { id: hour, hour: hour.slice(0, 7) }, 1);
    if (listed.size >= MAX_LISTED) listed.clear();
    listed.add(hour);
  }

  /** Stores a record; an existing one stays unchanged. */
  async function store(activity: Activity): Promise<void> {
    const hour = hourOf(activity.at);
    if (!listed.has(hour)) await list(hour);
    await items.create('activity', recordOf(activity, hour), 1);
    const month = hour.slice(0, 7);
    if (sums.isFinal(hour)) await items.batch('reopen', month, [hourWithoutSums(hour, month)]);
  }

  /** A late activity counts in the current hour, because a closed hour may have been reported. */
  async function moveToOpenHour(activity: Activity): Promise<Activity> {
    const hour = hourOf(activity.at);
    const takesMore = Date.parse(hour) + HOUR_MS + HOUR_OPEN_MS > clock.now();
    // The failed attempt may have stored it.
    if (takesMore || (await items.read('activity', hour, activity.id, 'strong'))) return activity;
    return { ...activity, at: nowIso(clock) };
  }

  /** Writes the failed records again, oldest first, until one fails. */
  const retry = singleFlight(async () => {
    for (let next = failed.shift(); next; next = failed.shift()) {
      try {
        next = await moveToOpenHour(next);
        await store(next);
      } catch (error) {
        failed.unshift(next);
        throw error;
      }
    }
  });

  function retryLater(): void {
    clearRetry ??= clock.after(RETRY_MS, () => {
      clearRetry = undefined;
      void ignoreUnavailable(retry).then((isDone) => {
        if (!isDone) retryLater();
      });
    });
  }

  return {
    async add(activity) {
      // The commit has succeeded and must not fail because of its figures.
      if (await ignoreUnavailable(() => store(activity))) return;
      failed.push(activity);
      retryLater();
    },

    async close() {
      clearRetry?.();
      await ignoreUnavailable(retry);
    },

    async activity(from, to) {
      await retry();
      return await sums.read(from, to);
    },
  };
}

/** True on success; false if the store failed, which telemetry has recorded. */
async function ignoreUnavailable(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return false;
  }
}

function recordOf(activity: Activity, hour: string) {
  const { id, firstReplySeconds, leftAnswer } = activity;
  const amounts = Object.fromEntries(ACTIVITY_FIELDS.map((field) => [field, activity[field]]));
  const reply =
    firstReplySeconds === undefined
      ? {}
      : { [REPLIES.name(bucketOf(FIRST_REPLY_BOUNDS, firstReplySeconds))]: 1 };
  const answer = leftAnswer && {
    [LEFT_ANSWERS.name(bucketOf(LEFT_ANSWER_BOUNDS, leftAnswer.seconds))]: leftAnswer.count,
  };
  return toItem({ id, hour, ...amounts, ...reply, ...answer });
}

/** An hour's entry without its stored sums. */
function hourWithoutSums(hour: string, month: string) {
  return { operationType: 'Upsert', resourceBody: { id: hour, hour: month } } as const;
}
