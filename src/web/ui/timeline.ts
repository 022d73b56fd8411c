import type { Transcript } from '../../admin/wire/admin.ts';
import type { Note } from '../../conversations/records/note.ts';
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
  | 'ratingComment'
  | 'correction'
  | 'replyTo'
  | 'resultOf'
  | 'interrupted'
  | 'unanswered'
  | 'basis'
  | 'attachments'
  | 'proposal'
  | 'offers'
  | 'original'
  | 'translations'
  | 'event'
  | 'suggestions'
  | 'closedAt'
> & { sources?: NonNullable<Readonly<Message['sources']>>; links?: readonly string[] };

/** An item of a conversation, in reading order. */
type TimelineItem =
  | { kind: 'day'; at: string }
  /** `follows`: the previous message is recent and from the same author, so the name is not repeated. */
  | { kind: 'message'; message: MessageShown; follows: boolean }
  | { kind: 'note'; note: Note };

/** Author and time are repeated after this pause, in milliseconds. */
const GROUP_GAP_MS = 5 * 60_000;

/** Messages in order, with private notes between them by time, and a separator for each new day. */
export function timeline(messages: readonly MessageShown[], notes: readonly Note[] = []): TimelineItem[] {
  const items: TimelineItem[] = [];
  const waiting = notes.toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
  const isNewDay = dayChanges();
  const add = (at: string, item: TimelineItem) => {
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
    Date.parse(other.createdAt) - Date.parse(one.createdAt) < GROUP_GAP_MS &&
    sameDay(one.createdAt, other.createdAt)
  );
}

/**
 * Returns whether each time of a sequence is on another day than the previous one, in the reader's time zone.
 */
function dayChanges(): (at: string) => boolean {
  let [startMs, endMs] = [0, 0];
  return (at) => {
    const atMs = Date.parse(at);
    if (atMs >= startMs && atMs < endMs) return false;
    const day = new Date(atMs);
    // Computed from the date, because a daylight-saving change can skip midnight.
    const midnight = (later: number) =>
      new Date(day.getFullYear(), day.getMonth(), day.getDate() + later).getTime();
    [startMs, endMs] = [midnight(0), midnight(1)];
    return true;
  };
}
