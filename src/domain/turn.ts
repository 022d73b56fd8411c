import type { AnswerResult } from './answer-result.ts';
import type { PricedUsage } from './cost.ts';
import { replyIdOf } from './ids.ts';
import type { TriedAction } from './records/action.ts';
import type { Message } from './records/message.ts';
import type { OfferedAction } from './records/offered-action.ts';
import type { StoredProposal } from './records/proposal.ts';
import type { SessionRecord } from './records/session.ts';

/** How long a turn belongs to its instance after the last renewal, in milliseconds. */
export const LEASE_MS = 15_000;

/**
 * One answer of the assistant. The record grows: the visitor's message, then the model's call, then the
 * stored reply.
 */
export interface Turn {
  /** The session as stored with the lease; with the reply, as stored with that. */
  session: SessionRecord;
  /** The version of that write, while it is the newest that this instance knows. */
  version?: string | undefined;
  /** The visitor's message. */
  message: Message;
  /** The messages for the model: oldest first, ending with `message`. */
  history: readonly Message[];
  /** The hourly figures already have the message, from an earlier attempt. */
  counted: boolean;
  /** Stores an interrupted answer, because the visitor has seen its text. */
  keepPartial: boolean;
  call?: ModelCall;
  reply?: Message;
}

/** A turn whose call of the model has ended. */
export type AskedTurn = Turn & { call: ModelCall };

/** A turn whose reply is stored. */
export type AnsweredTurn = Turn & { reply: Message };

/** One call of the model; without a `result` the answer broke off. */
export interface ModelCall {
  /** Random; identifies the call in the hourly figures. */
  id: string;
  content: string;
  /** When the call ended, RFC 3339 in UTC. */
  endedAt: string;
  result?: AnswerResult;
  /** Tokens and cost of all its requests to the model, as far as they are known. */
  used?: PricedUsage;
  /** The part of `used` that is not in the hourly figures yet. */
  uncounted?: PricedUsage;
  actions?: ActionsOfTurn;
  /** Why the answer broke off. */
  failure?: unknown;
}

/** The results of the actions of one answer. */
export interface ActionsOfTurn {
  /** How many count for the limit of the conversation. */
  calls: number;
  tried: readonly TriedAction[];
  proposal?: StoredProposal | undefined;
  offers: readonly OfferedAction[];
}

export function leaseTurn(session: SessionRecord, messageId: string, nowMs: number): SessionRecord {
  const until = new Date(nowMs + LEASE_MS).toISOString();
  return { ...session, turns: { ...session.turns, [messageId]: until } };
}

/** True until another instance takes the turn over, or it ends: each lease ends at another time. */
export function holdsTurn(stored: SessionRecord, { session, message }: Turn): boolean {
  const until = stored.turns[message.id];
  return until !== undefined && until === session.turns[message.id];
}

/** The session without the lease of a message's turn, and without the action that is shown for it. */
export function endTurn(session: SessionRecord, messageId: string): SessionRecord {
  const { [messageId]: _ended, ...turns } = session.turns;
  const { acting, ...rest } = session;
  return { ...rest, ...(acting && acting.messageId !== messageId && { acting }), turns };
}

/** The stored reply to a turn's message, if it is among these messages. */
export function replyIn(
  messages: readonly Message[],
  { message }: Pick<Turn, 'message'>,
): Message | undefined {
  const id = replyIdOf(message.id);
  return messages.find((one) => one.id === id);
}
