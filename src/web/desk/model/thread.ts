import type { Attachment } from '../../../conversations/records/attachment.ts';
import type { Message, Original } from '../../../conversations/records/message.ts';

/** Why sending failed. `unreachable` is retried automatically after reconnecting. */
interface Failure {
  code: string;
  sentence: string;
}

/** A message or private note of this agent that may not be stored yet. */
export interface Outgoing {
  /** The id of the message or note when it is stored. */
  id: string;
  content: string;
  /** Set for a private note, which the visitor never sees. */
  isNote?: true;
  /** Its uploaded files. */
  attachments?: readonly Attachment[];
  /** The oids of the mentioned colleagues. */
  mentions?: readonly string[];
  /** The agent's original text, if `content` is a translation. */
  original?: Original;
  /** It is also sent by e-mail, because the visitor has left. */
  byEmail?: true;
  failure?: Failure;
}

/** The loaded messages of a conversation. */
export interface Thread {
  /** Unique and sorted by `seq`. Gaps are possible until they are fetched. */
  messages: readonly Message[];
  /** In sending order. */
  outgoing: readonly Outgoing[];
}

export const EMPTY_THREAD: Thread = { messages: [], outgoing: [] };

/** Merges messages in any order, without duplicates, and removes stored ones from the outgoing list. */
export function mergeMessages(thread: Thread, messages: readonly Message[]): Thread {
  if (messages.length === 0) return thread;
  const bySeq = new Map(thread.messages.map((message) => [message.seq, message]));
  for (const message of messages) bySeq.set(message.seq, message);
  const stored = new Set(messages.map(({ id }) => id));
  return {
    messages: [...bySeq.values()].sort((one, other) => one.seq - other.seq),
    outgoing: thread.outgoing.filter(({ id }) => !stored.has(id)),
  };
}

/** The last `seq` up to which all messages are loaded; 0 if the first is missing. */
export function completeUpTo({ messages }: Pick<Thread, 'messages'>): number {
  const gap = messages.findIndex(({ seq }, index) => seq !== index + 1);
  return gap === -1 ? messages.length : gap;
}

/** The number of visitor messages since the agent last read or replied. */
export function unreadIn({ messages }: Pick<Thread, 'messages'>, oid: string, readUpTo: number): number {
  const lastSeen = messages.findLastIndex(({ seq, agent }) => seq <= readUpTo || agent?.oid === oid);
  return messages.slice(lastSeen + 1).filter(({ role }) => role === 'visitor').length;
}

/** The last `seq` before the first gap after `from`; `to` if no message is missing. */
export function contiguousUpTo({ messages }: Pick<Thread, 'messages'>, from: number, to: number): number {
  const known = new Set(messages.map(({ seq }) => seq));
  let last = Math.min(from, to);
  while (last < to && known.has(last + 1)) last++;
  return last;
}

export function addOutgoing(thread: Thread, outgoing: Outgoing): Thread {
  return { ...thread, outgoing: [...thread.outgoing, outgoing] };
}

/** Marks an outgoing message as failed. */
export function markFailed(thread: Thread, id: string, failure: Failure): Thread {
  return mapOutgoing(thread, (one) => (one.id === id ? { ...one, failure } : one));
}

/** Queues failed messages again: one by id, or all with `unreachable`. */
export function queueAgain(thread: Thread, id?: string): Thread {
  return mapOutgoing(thread, (one) => {
    const again = id === undefined ? one.failure?.code === 'unreachable' : one.id === id;
    if (!again || !one.failure) return one;
    const { failure: _failure, ...rest } = one;
    return rest;
  });
}

/** Removes an outgoing message that has arrived or was withdrawn. */
export function removeOutgoing(thread: Thread, id: string): Thread {
  return { ...thread, outgoing: thread.outgoing.filter((one) => one.id !== id) };
}

/**
 * The next message or note to send. A failed one blocks the following ones of its kind, to keep the order.
 */
export function nextToSend({ outgoing }: Thread, isNote: boolean): Outgoing | undefined {
  const first = outgoing.find((one) => (one.isNote ?? false) === isNote);
  return first?.failure ? undefined : first;
}

function mapOutgoing(thread: Thread, change: (one: Outgoing) => Outgoing): Thread {
  const outgoing = thread.outgoing.map(change);
  return outgoing.every((one, index) => one === thread.outgoing[index]) ? thread : { ...thread, outgoing };
}
