import type { SQLOutputValue } from 'node:sqlite';
import { Role, type Message } from '../../../conversations/records/message.ts';
import type { SessionRecord } from '../../../conversations/records/session.ts';
import type { Version } from '../../../ports.ts';
import { StoredMessageExtras, StoredSession, StoredUsage, type UsageOfMessage } from '../stored-records.ts';

export type Row = Record<string, SQLOutputValue>;

/** The value of a text column. Throws if it is not text. */
export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`column ${column} is not text`);
  return value;
}

/** The value of a numeric column. Throws if it is not a number. */
export function number(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw new TypeError(`column ${column} is not a number`);
  return value;
}

/** The primary key and the number of writes. Primary keys are never reused, so versions are unique. */
export function versionOf(row: Row): Version {
  return `${number(row, 'pk')}.${number(row, 'version')}`;
}

/** Splits a version. Parts of an invalid version match no row. */
export function partsOf(version: Version): { pk: number; version: number } {
  const [pk = '', count = ''] = version.split('.');
  return { pk: Number(pk), version: Number(count) };
}

export function sessionOf(row: Row): SessionRecord {
  return StoredSession.parse(JSON.parse(text(row, 'record')));
}

/** Condition: messages of the session whose id is the parameter. */
export const OF_SESSION = 'session = (SELECT pk FROM session WHERE session_id = ?)';

/** Deletes the rows of a session's facets at a version, before they or the session change. */
export const DELETE_FACETS = `
  DELETE FROM session_facet WHERE (facet, created_at, session) IN (
    SELECT value, created_at, pk FROM session, json_each(session.facets) WHERE pk = ? AND version = ?)`;

/** The columns that `messageOf` reads. */
export const MESSAGE_COLUMNS = 'id, seq, role, content, created_at, extras';

export function messageOf(sessionId: string, row: Row): Message {
  const extras = row['extras'];
  return {
    id: text(row, 'id'),
    sessionId,
    seq: number(row, 'seq'),
    role: Role.parse(row['role']),
    content: text(row, 'content'),
    createdAt: text(row, 'created_at'),
    ...(typeof extras === 'string' && StoredMessageExtras.parse(JSON.parse(extras))),
  };
}

/** The model calls that are stored with a message. */
export function usageIn({ usage }: Row): UsageOfMessage | undefined {
  return typeof usage === 'string' ? StoredUsage.parse(JSON.parse(usage)) : undefined;
}
