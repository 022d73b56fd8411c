import {
  ACTIVITY_FIELDS,
  bucketOf,
  FIRST_REPLY_BOUNDS,
  HOUR_OPEN_MS,
  hourOf,
  LEFT_ANSWER_BOUNDS,
  type Activity,
} from '../../../domain/activity.ts';
import { singleFlight } from '../../../domain/concurrency.ts';
import { AppError } from '../../../domain/errors.ts';
import type { Clock, ConversationStore } from '../../../ports.ts';
import { plain } from './documents.ts';
import type { Items } from './container.ts';
import { HOUR_MS, hourlySums, LEFT_ANSWERS, REPLIES } from './hourly-sums.ts';

/** How long a record waits for the next one at most, in milliseconds. */
const WAIT_MS = 5_000;
/** Records per write and turn, so that the write stays within the turn's request units. */
const MAX_OF_TURN = 2;
/** Records wait for one another up to this number; a killed instance loses those that wait. */
const MAX_WAITING = 20;
/** Extra requests of turns that are saved again later, at most. */
const MAX_EXTRA = 3;
/** The service's limit of operations per batch. */
const MAX_BATCH = 100;

/** The hourly figures. */
export interface Figures extends Pick<ConversationStore, 'activity'> {
  /**
   * Adds an activity to its hour, exactly once per id. If the store fails, or a request is to be saved
   * (`makeUp`), it is added together with a later one.
   */
  add(activity: Activity): Promise<void>;
  /** Saves one request to compensate for an extra one during a turn: one record is written with the next. */
  makeUp(): void;
  /** Writes everything that waits; from then on nothing waits. */
  close(): Promise<void>;
}

/** An activity to be stored. `tried`: a write without an answer may have stored it. */
interface Owed {
  activity: Activity;
  tried: boolean;
}

/**
 * One content-free record per commit in the partition of its hour; its id makes a repeated write a no-op. A
 * month's partition lists its hours. No partition holds a session id.
 */
export function figures(items: Items, clock: Clock): Figures {
  const sums = hourlySums(items, clock);
  /** Hours that are known to be in their month's list. */
  const listed = new Set<string>();
  const owed: Owed[] = [];
  /** Extra requests that no record has compensated for yet. */
  let extraRequests = 0;
  let waiting: Promise<void> | undefined;
  /** Turns whose records the next write takes. */
  let turns = 0;
  let isClosed = false;
  /** Ends the wait of the records. */
  let wake: () => void = () => undefined;

  /**
   * Lists an hour with its month. The hour is listed before its record: a listed hour without records is
   * harmless, a record without a listed hour is lost.
   */
  async function list(hour: string): Promise<void> {
    await items.create('hour', { id: hour, hour: hour.slice(0, 7) }, 1);
    if (listed.size > 48) listed.clear();
    listed.add(hour);
  }

  /** Stores records of one listed hour; a record that exists is left unchanged. */
  async function store(hour: string, activities: readonly Activity[]): Promise<void> {
    const records = activities.map((activity) => recordOf(activity, hour));
    while (records.length > 0) {
      const [first] = records;
      if (first && records.length === 1) {
        await items.create('activity', first, 1);
        break;
      }
      const creations = records.map((record) => ({ operationType: 'Create', resourceBody: record }) as const);
      const outcome = await items.batch('activity', hour, creations, 1);
      if (outcome.ok) break;
      records.splice(outcome.at, 1);
    }
    const month = hour.slice(0, 7);
    if (sums.isClosed(hour)) await items.batch('reopen', month, [reopened(hour, month)]);
  }

  /** Takes the oldest record and those after it that belong to the same write. */
  async function takeNext(most: number): Promise<{ hour: string; taken: Owed[] } | undefined> {
    const first = owed.shift();
    if (!first) return undefined;
    const taken = [first];
    try {
      if (first.tried) first.activity = await inOpenHour(first.activity);
    } catch (error) {
      owed.unshift(first);
      throw error;
    }
    const hour = hourOf(first.activity.at);
    for (const next of owed.slice(0, most - 1)) {
      if (next.tried || hourOf(next.activity.at) !== hour) break;
      taken.push(next);
      owed.splice(owed.indexOf(next), 1);
    }
    return { hour, taken };
  }

  /** Writes up to `most` records with one request; false if there are none. */
  async function writeNext(most: number): Promise<boolean> {
    const next = await takeNext(most);
    if (!next) return false;
    const { hour, taken } = next;
    try {
      if (!listed.has(hour)) await list(hour);
      for (const one of taken) one.tried = true;
      await store(
        hour,
        taken.map(({ activity }) => activity),
      );
    } catch (error) {
      for (const one of taken) one.tried = true;
      owed.unshift(...taken);
      throw error;
    }
    return true;
  }

  /** Group commit: the turns that end during a write share the next one. */
  const writeOfTurns = singleFlight(async () => {
    const most = Math.min(MAX_BATCH, turns - 1 + MAX_OF_TURN);
    turns = 0;
    await unlessAway(() => writeNext(most));
  });

  async function settle(): Promise<void> {
    while (await writeNext(MAX_BATCH));
  }

  /** Waits until the records are old enough, or many, or the figures are closed. */
  async function gather(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    wake = resolve;
    const clear = clock.after(WAIT_MS, resolve);
    await promise;
    clear();
  }

  /** Writes the waiting records after WAIT_MS, or once they are many; repeatedly while the store fails. */
  async function writeLater(): Promise<void> {
    try {
      while (owed.length > 0 && !isClosed) {
        await gather();
        await unlessAway(settle);
      }
    } finally {
      waiting = undefined;
    }
  }

  /** Starts the timer for waiting records. `close` reports an error of it. */
  function wait(): void {
    waiting ??= writeLater();
    waiting.catch(() => undefined);
  }

  /** A late activity counts in the hour in which it is stored: a closed hour may have been reported. */
  async function inOpenHour(activity: Activity): Promise<Activity> {
    const hour = hourOf(activity.at);
    const takesMore = Date.parse(hour) + HOUR_MS + HOUR_OPEN_MS > clock.now();
    // An earlier attempt whose answer was lost may have stored it.
    if (takesMore || (await items.read('activity', hour, activity.id, 'strong'))) return activity;
    return { ...activity, at: new Date(clock.now()).toISOString() };
  }

  return {
    async add(activity) {
      owed.push({ activity, tried: false });
      const hour = hourOf(activity.at);
      const isFirst = listed.size === 0;
      const savesRequest = extraRequests > 0;
      const isNewHour = !listed.has(hour);
      if (!isClosed && (savesRequest || (isNewHour && !isFirst))) {
        if (savesRequest) extraRequests--;
        // The first turn of an instance, or a turn without an extra request, lists the hour; a later one
        // writes the records.
        if (isNewHour && (isFirst || !savesRequest)) await unlessAway(() => list(hour));
        wait();
        if (owed.length >= MAX_WAITING) wake();
        return;
      }
      turns++;
      await writeOfTurns();
      if (owed.length > 0) wait();
    },

    makeUp() {
      extraRequests = Math.min(MAX_EXTRA, extraRequests + 1);
    },

    async close() {
      isClosed = true;
      wake();
      await waiting;
      await unlessAway(settle);
    },

    async activity(from, to) {
      await settle();
      return await sums.read(from, to);
    },
  };
}

/** The commit itself has succeeded and must not fail for its figures; telemetry has recorded the failure. */
async function unlessAway(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
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
  return plain({ id, hour, ...amounts, ...reply, ...answer });
}

/** An hour's entry without its sums, which overwrites the present one. */
function reopened(hour: string, month: string) {
  return { operationType: 'Upsert', resourceBody: { id: hour, hour: month } } as const;
}
