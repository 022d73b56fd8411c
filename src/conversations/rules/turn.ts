import type { AnswerResult } from './answer-result.ts';
import type { PricedUsage } from '../../spending/rules/cost.ts';
import { replyIdOf } from './ids.ts';
import type { TriedAction } from '../records/tried-action.ts';
import type { Message } from '../records/message.ts';
import type { OfferedAction } from '../records/offered-action.ts';
import type { StoredProposal } from '../records/proposal.ts';
import type { SessionRecord } from '../records/session.ts';

/** The lease of a turn after its last renewal, in milliseconds (ADR 2). */
const LEASE_MS = 15_000;

/**
 * One turn of the assistant: the visitor's message, then `call` once the model has answered, then `reply`
 * once the reply is stored. It is a value; each step returns the next turn.
 */
export interface Turn {
  /** The session as stored with the lease, later as stored with the reply. */
  session: SessionRecord;
  /** The version of the write of the lease, if this instance knows no newer one. */
  version?: string | undefined;
  /** The visitor's message. */
  message: Message;
  /** The messages of earlier sessions of its thread, for the model. */
  earlier: readonly Message[];
  /** The messages of its session for the model: oldest first, ending with `message`. */
  ownMessages: readonly Message[];
  /**
   * The message is already in the hourly figures: the write of its first reply adds it, or the write that
   * ends its turn without one. A later attempt adds only its call.
   */
  isInFigures: boolean;
  /** Stores an interrupted answer, because the visitor has seen its text. */
  keepPartial: boolean;
}

/** A turn whose model call has ended. */
export type TurnWithCall = Turn & { call: ModelCall };

/** A turn whose reply is stored. */
export type TurnWithReply = Turn & { reply: Message };

/** One model call; without a `result` the answer is incomplete. */
export interface ModelCall {
  /** Random; identifies the call in the hourly figures. */
  id: string;
  content: string;
  /** When the call ended, RFC 3339 in UTC. */
  endedAt: string;
  result?: AnswerResult;
  /** Tokens and cost of all its requests to the model, if known. */
  used?: PricedUsage;
  /** The part of `used` that is not yet in the hourly figures. */
  uncounted?: PricedUsage;
  actions?: ActionsOfTurn;
  /** The error that ended an incomplete answer. */
  failure?: unknown;
}

/** The results of the actions in one answer. */
export interface ActionsOfTurn {
  /** The number of calls that count towards the conversation's limit. */
  calls: number;
  tried: readonly TriedAction[];
  proposal?: StoredProposal | undefined;
  offers: readonly OfferedAction[];
}

export function leaseTurn(session: SessionRecord, messageId: string, nowMs: number): SessionRecord {
  const until = new Date(nowMs + LEASE_MS).toISOString();
  return { ...session, turns: { ...session.turns, [messageId]: until } };
}

/** Whether a stored session has a turn's lease as in `leased`; false once it has ended or was taken over. */
export function holdsTurn(stored: SessionRecord, leased: SessionRecord, messageId: string): boolean {
  const until = stored.turns[messageId];
  return until !== undefined && until === leased.turns[messageId];
}

/** Removes the lease of a message's turn, and its action in progress. */
export function endTurn(session: SessionRecord, messageId: string): SessionRecord {
  const { [messageId]: _ended, ...turns } = session.turns;
  const { acting, ...rest } = session;
  return { ...rest, ...(acting && acting.messageId !== messageId && { acting }), turns };
}

/** The stored reply to a turn's message; undefined if it is not in these messages. */
export function replyIn(
  messages: readonly Message[],
  { message }: Pick<Turn, 'message'>,
): Message | undefined {
  const id = replyIdOf(message.id);
  return messages.find((one) => one.id === id);
}
