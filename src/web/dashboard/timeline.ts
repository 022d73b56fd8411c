import type { Transcript } from '../../wire/admin.ts';
import { sameDay } from '../ui/format.ts';

export type Message = Transcript['messages'][number];
export type Usage = Transcript['usage'][number];
export type Note = NonNullable<Transcript['notes']>[number];

/** One thing to read in a conversation, from top to bottom. */
export type Item =
  | { is: 'day'; at: string }
  | { is: 'note'; note: Note }
  /** `follows`: the message before is by the same author, so that the name need not stand again. */
  | { is: 'message'; message: Message; usage: Usage | undefined; follows: boolean };

/** A conversation in the order of its messages, with agents' notes where they were written, and the days named. */
export function timeline({ messages, usage, notes = [] }: Transcript): Item[] {
  const usageOf = new Map<string, Usage>();
  for (const one of usage) usageOf.set(one.messageId, sumOf(usageOf.get(one.messageId), one));
  const waiting = notes.toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
  const items: Item[] = [];
  let day: string | undefined;
  const goOn = (at: string) => {
    if (day === undefined || !sameDay(day, at)) items.push({ is: 'day', at });
    day = at;
  };
  const pushNotes = (until?: string) => {
    for (let note = waiting[0]; note && (!until || note.createdAt < until); note = waiting[0]) {
      goOn(note.createdAt);
      items.push({ is: 'note', note });
      waiting.shift();
    }
  };
  for (const message of messages) {
    pushNotes(message.createdAt);
    goOn(message.createdAt);
    const before = items.at(-1);
    const follows = before?.is === 'message' && sameAuthor(before.message, message);
    items.push({ is: 'message', message, usage: usageOf.get(message.id), follows });
  }
  pushNotes();
  return items;
}

/** What a message used: where the model was asked more than once for it, all of its calls. */
function sumOf(before: Usage | undefined, call: Usage): Usage {
  if (!before) return call;
  return {
    ...call,
    inputTokens: before.inputTokens + call.inputTokens,
    outputTokens: before.outputTokens + call.outputTokens,
    cachedInputTokens: before.cachedInputTokens + call.cachedInputTokens,
    cost: before.cost === null || call.cost === null ? null : before.cost + call.cost,
  };
}

const sameAuthor = (one: Message, other: Message): boolean =>
  one.role === other.role && one.agent?.oid === other.agent?.oid;
