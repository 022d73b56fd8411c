import type { Transcript } from '../../wire/admin.ts';
import type { Note } from '../../domain/records/note.ts';
import { sameDay } from './format.ts';

type Message = Transcript['messages'][number];

export type MessageShown = Pick<
  Message,
  | 'id'
  | 'seq'
  | 'role'
  | 'content'
  | 'createdAt'
  | 'agent'
  | 'rating'
  | 'interrupted'
  | 'unanswered'
  | 'basis'
  | 'attachments'
  | 'proposal'
  | 'offers'
  | 'original'
  | 'translations'
> & { sources?: NonNullable<Readonly<Message['sources']>>; links?: readonly string[] };

/** One thing in a conversation, as it is read from top to bottom. */
export type Item =
  | { kind: 'day'; at: string }
  /** `follows`: the message before is by the same author and recent, so that the name is not repeated. */
  | { kind: 'message'; message: MessageShown; follows: boolean }
  | { kind: 'note'; note: Note };

/** After this long the author and the time are shown again. */
const APART_MS = 5 * 60_000;

/** Messages in their order, private notes between them by time, and a line where a day begins. */
export function timeline(messages: readonly MessageShown[], notes: readonly Note[] = []): Item[] {
  const items: Item[] = [];
  const waiting = notes.toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
  const isNewDay = dayChanges();
  const add = (at: string, item: Item) => {
    if (isNewDay(at)) items.push({ kind: 'day', at });
    items.push(item);
  };
  for (const message of messages) {
    for (let note = waiting[0]; note && note.createdAt < message.createdAt; note = waiting[0]) {
      waiting.shift();
      add(note.createdAt, { kind: 'note', note });
    }
    const last = items.at(-1);
    const follows = last?.kind === 'message' && belongTogether(last.message, message);
    add(message.createdAt, { kind: 'message', message, follows });
  }
  for (const note of waiting) add(note.createdAt, { kind: 'note', note });
  return items;
}

function belongTogether(one: MessageShown, other: MessageShown): boolean {
  return (
    one.role === other.role &&
    one.agent?.oid === other.agent?.oid &&
    Date.parse(other.createdAt) - Date.parse(one.createdAt) < APART_MS &&
    sameDay(one.createdAt, other.createdAt)
  );
}

/** Whether each time of a sequence is on another day than the one before, in the reader's time zone. */
function dayChanges(): (at: string) => boolean {
  let [startMs, endMs] = [0, 0];
  return (at) => {
    const atMs = Date.parse(at);
    if (atMs >= startMs && atMs < endMs) return false;
    const day = new Date(atMs);
    // Each from its date, since a change of the clocks may leave midnight out.
    const midnight = (later: number) =>
      new Date(day.getFullYear(), day.getMonth(), day.getDate() + later).getTime();
    [startMs, endMs] = [midnight(0), midnight(1)];
    return true;
  };
}
