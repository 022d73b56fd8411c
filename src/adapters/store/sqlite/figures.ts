import {
  ACTIVITY_FIELDS,
  countsFrom,
  firstReplyBucket,
  hourOf,
  type Activity,
  type HourlyActivity,
} from '../../../domain/activity.ts';
import type { Database } from './database.ts';
import { number, text } from './rows.ts';

/** How long a repeated activity is recognized, in milliseconds; retries come within seconds. */
const RECOGNIZED_MS = 48 * 3_600_000;

/** The hourly figures. */
export interface Figures {
  /** Adds an activity to its hour, inside the transaction of the commit; idempotent. */
  add(activity: Activity): void;
  between(from: string, to: string): HourlyActivity[];
}

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
  const addFirstReply = file.prepare(
    'INSERT INTO first_reply (hour, bound, count) VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET count = count + 1',
  );
  const selectHours = file.prepare(
    `SELECT hour, ${columns} FROM activity_hour WHERE hour >= ? AND hour < ? ORDER BY hour`,
  );
  const selectFirstReplies = file.prepare(
    'SELECT hour, bound, count FROM first_reply WHERE hour >= ? AND hour < ?',
  );

  return {
    add(activity) {
      const hour = hourOf(activity.at);
      if (see.run(hour, activity.id).changes === 0) return;
      const amounts = ACTIVITY_FIELDS.map((field) => activity[field] ?? 0);
      if (sum.run(...amounts, hour).changes === 0) {
        start.run(...amounts, hour);
        forget.run(new Date(Date.parse(hour) - RECOGNIZED_MS).toISOString());
      }
      if (activity.firstReplySeconds !== undefined) {
        addFirstReply.run(hour, firstReplyBucket(activity.firstReplySeconds));
      }
    },

    between(from, to) {
      const hours = new Map<string, HourlyActivity & { firstReplies: Map<number, number> }>();
      for (const row of selectHours.all(from, to)) {
        const hour = text(row, 'hour');
        hours.set(hour, { hour, ...countsFrom((field) => number(row, field)), firstReplies: new Map() });
      }
      for (const row of selectFirstReplies.all(from, to)) {
        hours.get(text(row, 'hour'))?.firstReplies.set(number(row, 'bound'), number(row, 'count'));
      }
      return [...hours.values()];
    },
  };
}
