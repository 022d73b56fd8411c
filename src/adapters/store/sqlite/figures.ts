import { createHash } from 'node:crypto';
import {
  ACTIVITY_FIELDS,
  bucketOf,
  countsFrom,
  FIRST_REPLY_BOUNDS,
  hourOf,
  LEFT_ANSWER_BOUNDS,
  type Activity,
  type HourlyActivity,
} from '../../../availability/rules/activity.ts';
import type { Database } from './database.ts';
import { number, text } from './rows.ts';

/** How long repeated activities are recognized, in milliseconds. Retries take seconds. */
const SEEN_TTL_MS = 48 * 3_600_000;

export interface Figures {
  /** Adds an activity to its hour, inside the transaction of the commit. Idempotent. */
  add(activity: Activity): void;
  between(from: string, to: string): HourlyActivity[];
}

/**
 * The hash of an activity's id, which is often a message's. Only the hash is stored, because it outlives the
 * conversation.
 */
const seenKey = (id: string): string => createHash('sha256').update(id).digest('hex').slice(0, 32);

export function figures({ file }: Database): Figures {
  const columns = ACTIVITY_FIELDS.join(', ');
  const see = file.prepare('INSERT INTO activity_seen (hour, id) VALUES (?, ?) ON CONFLICT DO NOTHING');
  const forget = file.prepare('DELETE FROM activity_seen WHERE hour < ?');
  const sum = file.prepare(
    `UPDATE activity_hour SET ${ACTIVITY_FIELDS.map((field) => `${field} = ${field} + ?`).join(', ')} WHERE hour = ?`,
  );
  const start = file.prepare(
    `INSERT INTO activity_hour (${columns}, hour) VALUES (${'?, '.repeat(ACTIVITY_FIELDS.length)}?)`,
  );
  const firstReplies = histogramTable(file, 'first_reply', FIRST_REPLY_BOUNDS);
  const leftAnswers = histogramTable(file, 'left_answer', LEFT_ANSWER_BOUNDS);
  const selectHours = file.prepare(
    `SELECT hour, ${columns} FROM activity_hour WHERE hour >= ? AND hour < ? ORDER BY hour`,
  );

  return {
    add(activity) {
      const hour = hourOf(activity.at);
      if (see.run(hour, seenKey(activity.id)).changes === 0) return;
      const amounts = ACTIVITY_FIELDS.map((field) => activity[field] ?? 0);
      if (sum.run(...amounts, hour).changes === 0) {
        start.run(...amounts, hour);
        forget.run(new Date(Date.parse(hour) - SEEN_TTL_MS).toISOString());
      }
      const { firstReplySeconds, leftAnswer } = activity;
      if (firstReplySeconds !== undefined) firstReplies.add(hour, firstReplySeconds, 1);
      if (leftAnswer) leftAnswers.add(hour, leftAnswer.seconds, leftAnswer.count);
    },

    between(from, to) {
      const replies = firstReplies.between(from, to);
      const answers = leftAnswers.between(from, to);
      return selectHours.all(from, to).map((row) => {
        const hour = text(row, 'hour');
        return {
          hour,
          ...countsFrom((field) => number(row, field)),
          firstReplies: replies.get(hour) ?? new Map(),
          leftAnswers: answers.get(hour) ?? new Map(),
        };
      });
    },
  };
}

/** A table with the counts of a histogram, by hour and upper bound. */
function histogramTable(
  file: Database['file'],
  table: 'first_reply' | 'left_answer',
  bounds: readonly number[],
) {
  const add = file.prepare(
    `INSERT INTO ${table} (hour, bound, count) VALUES (?, ?, ?)
    ON CONFLICT DO UPDATE SET count = count + excluded.count`,
  );
  const select = file.prepare(
    `SELECT hour, bound, count FROM ${table} WHERE hour >= ? AND hour < ? AND count <> 0 ORDER BY hour, bound`,
  );
  return {
    add(hour: string, seconds: number, count: number): void {
      add.run(hour, bucketOf(bounds, seconds), count);
    },
    /** The histograms of a range of hours. */
    between(from: string, to: string): Map<string, Map<number, number>> {
      const hours = new Map<string, Map<number, number>>();
      for (const row of select.all(from, to)) {
        const hour = text(row, 'hour');
        const counts = hours.get(hour) ?? new Map<number, number>();
        hours.set(hour, counts.set(number(row, 'bound'), number(row, 'count')));
      }
      return hours;
    },
  };
}
