import type { Message } from '../../../domain/message.ts';

/** Why a message did not go. `unreachable` goes again by itself as soon as there is a connection. */
export interface Failure {
  code: string;
  sentence: string;
}

/** A message or a private note that this agent has sent and the store may not hold yet. */
export interface Outgoing {
  /** Also the id of the message or the note once it is stored. */
  id: string;
  content: string;
  /** A note for colleagues, which the visitor never sees. */
  isNote?: true;
  failure?: Failure;
}

/** What this page knows of a conversation's messages. */
export interface Thread {
  /** Each once, in the order of `seq`; there may be gaps until they are fetched. */
  messages: readonly Message[];
  /** In the order in which they were sent. */
  outgoing: readonly Outgoing[];
}

export const EMPTY_THREAD: Thread = { messages: [], outgoing: [] };

/** Takes messages in, whatever their order and however often they come; what was on its way and is stored is no longer on its way. */
export function heard(thread: Thread, messages: readonly Message[]): Thread {
  if (messages.length === 0) return thread;
  const bySeq = new Map(thread.messages.map((message) => [message.seq, message]));
  for (const message of messages) bySeq.set(message.seq, message);
  const stored = new Set(messages.map(({ id }) => id));
  return {
    messages: [...bySeq.values()].sort((one, other) => one.seq - other.seq),
    outgoing: thread.outgoing.filter(({ id }) => !stored.has(id)),
  };
}

/** The last `seq` up to which every message is known; 0 where the first is missing. */
export function completeUpTo({ messages }: Pick<Thread, 'messages'>): number {
  const gap = messages.findIndex(({ seq }, index) => seq !== index + 1);
  return gap === -1 ? messages.length : gap;
}

/** How many messages the visitor has written since the agent last read or replied, of those that are known. */
export function unreadIn({ messages }: Pick<Thread, 'messages'>, oid: string, readUpTo: number): number {
  const replied = messages.findLast(({ agent }) => agent?.oid === oid)?.seq ?? 0;
  const seen = Math.max(readUpTo, replied);
  return messages.filter(({ seq, role }) => role === 'visitor' && seq > seen).length;
}

/** The last `seq` before the first gap after `from`, of messages up to `to`; `to` where nothing is missing. */
export function knownFrom({ messages }: Pick<Thread, 'messages'>, from: number, to: number): number {
  const known = new Set(messages.map(({ seq }) => seq));
  let last = Math.min(from, to);
  while (last < to && known.has(last + 1)) last++;
  return last;
}

/** A message or a note of this agent is on its way from now on. */
export function sent(thread: Thread, outgoing: Outgoing): Thread {
  return { ...thread, outgoing: [...thread.outgoing, outgoing] };
}

/** What was on its way did not arrive. */
export function failed(thread: Thread, id: string, failure: Failure): Thread {
  return mapOutgoing(thread, (one) => (one.id === id ? { ...one, failure } : one));
}

/** What did not arrive is on its way again: one message by its id, or all that found nobody. */
export function retried(thread: Thread, id?: string): Thread {
  return mapOutgoing(thread, (one) => {
    const again = id === undefined ? one.failure?.code === 'unreachable' : one.id === id;
    if (!again || !one.failure) return one;
    const { failure: _failure, ...rest } = one;
    return rest;
  });
}

/** What was on its way has arrived, or the agent takes it back. */
export function withdrawn(thread: Thread, id: string): Thread {
  return { ...thread, outgoing: thread.outgoing.filter((one) => one.id !== id) };
}

/**
 * The message, or the note, to send now: the first of its kind. One that failed holds up those after it, so that what
 * the agent wrote arrives in the order in which it was written.
 */
export function nextToSend({ outgoing }: Thread, isNote: boolean): Outgoing | undefined {
  const first = outgoing.find((one) => (one.isNote ?? false) === isNote);
  return first?.failure ? undefined : first;
}

function mapOutgoing(thread: Thread, change: (one: Outgoing) => Outgoing): Thread {
  const outgoing = thread.outgoing.map(change);
  return outgoing.every((one, index) => one === thread.outgoing[index]) ? thread : { ...thread, outgoing };
}
