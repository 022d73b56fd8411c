import type { Transcript } from '../../wire/admin.ts';
import type { Note } from '../../domain/records/note.ts';
import { sameDay } from './format.ts';

type Message = Transcript['messages'][number];

/** What is shown of a message. */
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
> & { sources?: Readonly<Message['sources']> };

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
  let latest: string | undefined;
  const add = (at: string, item: Item) => {
    if (latest === undefined || !sameDay(latest, at)) items.push({ kind: 'day', at });
    latest = at;
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
    sameDay(one.createdAt, other.createdAt) &&
    Date.parse(other.createdAt) - Date.parse(one.createdAt) < APART_MS
  );
}
