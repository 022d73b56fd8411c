import type { Message } from '../../../domain/message.ts';
import type { Note } from '../../../wire/agent.ts';
import { sameDay } from '../../ui/format.ts';

/** One thing in a conversation as it is read from top to bottom. */
export type Item =
  | { kind: 'day'; at: string }
  /** `follows`: the one before is by the same author and no long time ago, so that the name need not stand again. */
  | { kind: 'message'; message: Message; follows: boolean }
  | { kind: 'note'; note: Note };

/** After this long the author and the time are told anew. */
const APART_MS = 5 * 60_000;

/** Messages in their order, with the private notes at their time between them, and a line where a day begins. */
export function timeline(messages: readonly Message[], notes: readonly Note[]): Item[] {
  const items: Item[] = [];
  const waiting = [...notes].sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
  let latest: string | undefined;
  const place = (at: string, item: Item) => {
    if (latest === undefined || !sameDay(latest, at)) items.push({ kind: 'day', at });
    latest = at;
    items.push(item);
  };
  for (const message of messages) {
    for (let note = waiting[0]; note && note.createdAt < message.createdAt; note = waiting[0]) {
      waiting.shift();
      place(note.createdAt, { kind: 'note', note });
    }
    const last = items.at(-1);
    place(message.createdAt, {
      kind: 'message',
      message,
      follows: last?.kind === 'message' && belongTogether(last.message, message),
    });
  }
  for (const note of waiting) place(note.createdAt, { kind: 'note', note });
  return items;
}

function belongTogether(one: Message, other: Message): boolean {
  return (
    one.role === other.role &&
    one.agent?.oid === other.agent?.oid &&
    sameDay(one.createdAt, other.createdAt) &&
    Date.parse(other.createdAt) - Date.parse(one.createdAt) < APART_MS
  );
}
