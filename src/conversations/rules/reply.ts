import { transition } from '../../core/session-state-machine.ts';
import type { Activity } from '../../availability/rules/activity.ts';
import { callFigures, addCall, type PricedUsage } from '../../spending/rules/cost.ts';
import type { TriedAction } from '../records/tried-action.ts';
import type { TokenUsage } from '../../spending/records/token-usage.ts';
import type { AnswerResult } from './answer-result.ts';
import { countAnswer } from './assistant-outcome.ts';
import { AppError } from '../../core/errors.ts';
import { requestHuman } from './handoff.ts';
import { replyIdOf } from './ids.ts';
import { previewOf } from '../../lib/text.ts';
import type { AnswerBasis, Message, SearchBasis } from '../records/message.ts';
import { append } from './session-messages.ts';
import type { SessionRecord } from '../records/session.ts';
import type { TurnWithCall, ModelCall } from './turn.ts';

/**
 * How long a replaced reply is sent again to readers with a later `seq`, in milliseconds (docs/api.md,
 * Visitor surface).
 */
const REPLACED_SHOWN_MS = 300_000;

/** The parts of the commit that stores a turn's reply. */
interface ReplyChange {
  session: SessionRecord;
  reply: Message;
  append?: Message[];
  replace?: Message;
  usage?: TokenUsage;
  activity: Activity;
}

type ReplyTurn = Pick<TurnWithCall, 'message' | 'isInFigures' | 'call'>;

/**
 * Inserts a turn's reply into its conversation. One reply is stored per message: an interrupted one is
 * replaced in place, a complete one is kept, and the usage of every call is added. `at`: the time of storing
 * (RFC 3339), to which the figures are assigned.
 */
export function placeReply(
  turn: ReplyTurn,
  session: SessionRecord,
  existing: Message | undefined,
  at: string,
): ReplyChange {
  if (!existing) return appendReply(turn, session, at);
  if (isOf(turn.call, existing)) return alreadyStored(turn, session, existing, at);
  return existing.interrupted === true
    ? replaceReply(turn, session, existing, at)
    : keepExisting(turn, session, existing, at);
}

/** The ids of recently replaced replies, which are sent again to all readers. */
export function recentlyReplaced({ replaced = {} }: SessionRecord, nowMs: number): string[] {
  return Object.keys(replaced).filter((id) => Date.parse(replaced[id] ?? '') > nowMs);
}

/** Whether the stored reply is from this call: the store's response to the first write may have been lost. */
function isOf({ content, endedAt }: ModelCall, { content: stored, createdAt }: Message): boolean {
  return stored === content && createdAt === endedAt;
}

function appendReply(turn: ReplyTurn, session: SessionRecord, at: string): ReplyChange {
  const { call } = turn;
  const outcome = transition(session, { type: 'assistant-reply' }, at);
  if (!outcome.ok) throw new AppError(outcome.refusal);
  const appended = append(outcome.session, draftOf(turn), call.endedAt);
  const { message: reply } = appended;
  const { moved, systemMessages } = withHandoff(appended.session, call);
  return {
    session: withUsage(newest(moved, session), call),
    reply,
    append: [reply, ...systemMessages],
    ...usageOf(reply, call, reply.id),
    activity: {
      ...figuresWithoutReply(turn, at),
      assistantMessages: 1,
      ...(systemMessages.length > 0 && { handoffs: 1 }),
    },
  };
}

function replaceReply(turn: ReplyTurn, session: SessionRecord, broken: Message, at: string): ReplyChange {
  const { call } = turn;
  const { id, seq, sessionId } = broken;
  const reply: Message = { ...draftOf(turn), id, seq, sessionId, createdAt: call.endedAt };
  const replaced: SessionRecord = {
    ...markReplaced(countAnswer(countAnswer(session, broken, -1), reply), id, at),
    lastMessageAt: at,
    ...(seq === session.messageCount && { preview: previewOf(reply.content) }),
  };
  const { moved, systemMessages } = withHandoff(replaced, call);
  return {
    session: withUsage(newest(moved, replaced), call),
    reply,
    replace: reply,
    append: systemMessages,
    ...usageOf(reply, call, call.id),
    activity: { ...callActivity(call, at), ...(systemMessages.length > 0 && { handoffs: 1 }) },
  };
}

/** Marks a changed message, so that readers with a later `seq` get it again for five minutes. */
export function markReplaced(session: SessionRecord, messageId: string, at: string): SessionRecord {
  const shownUntil = new Date(Date.parse(at) + REPLACED_SHOWN_MS).toISOString();
  const shown = new Map(Object.entries(session.replaced ?? {}));
  const stillShown = recentlyReplaced(session, Date.parse(at)).map(
    (one) => [one, shown.get(one) ?? at] as const,
  );
  return {
    ...session,
    updatedAt: at,
    replaced: Object.fromEntries([...stillShown, [messageId, shownUntil] as const]),
  };
}

/** Keeps the reply of another call, and adds the usage of this call. */
function keepExisting({ call }: ReplyTurn, session: SessionRecord, reply: Message, at: string): ReplyChange {
  return {
    session: withUsage(session, call),
    reply,
    ...usageOf(reply, call, call.id),
    activity: callActivity(call, at),
  };
}

/**
 * The reply is already stored. Its figures may be missing; adding them again is idempotent.
 */
function alreadyStored(turn: ReplyTurn, session: SessionRecord, reply: Message, at: string): ReplyChange {
  const isReplacement = session.replaced?.[reply.id] !== undefined;
  return {
    session,
    reply,
    activity: {
      ...figuresWithoutReply(turn, at),
      ...(!isReplacement && { assistantMessages: 1 }),
      ...(session.humanRequestedAt === turn.call.endedAt && { handoffs: 1 }),
    },
  };
}

/** The figures of a turn without a stored reply: the call, and the visitor's message if not yet counted. */
export function figuresWithoutReply({ message, isInFigures, call }: ReplyTurn, at: string): Activity {
  return { ...callActivity(call, at), ...(!isInFigures && messageFigures(message)) };
}

/** The figures of a visitor's message; `seq` 1 also counts as a conversation. */
export function messageFigures({ seq }: Message) {
  return { visitorMessages: 1, ...(seq === 1 && { conversations: 1 }) };
}

function draftOf({ message: { id }, call: { content, result, used, actions } }: ReplyTurn) {
  const tried = actions?.tried ?? [];
  const basis = result?.basis ?? (tried.length > 0 ? { queries: [], sections: [] } : undefined);
  return {
    id: replyIdOf(id),
    role: 'assistant',
    content,
    replyTo: id,
    ...(used && basis && { basis: basisOf(used, basis, tried) }),
    ...(result ? partsOf(result, actions) : { interrupted: true }),
  } as const;
}

/** The fields of the reply in addition to its text. */
function partsOf(result: AnswerResult, actions: ModelCall['actions']) {
  const { sources, links, suggestions, interrupted } = result;
  const { offers = [], proposal } = actions ?? {};
  return {
    ...(sources.length > 0 && { sources }),
    ...(links && { links }),
    ...(suggestions && { suggestions }),
    ...(offers.length > 0 && { offers }),
    // An interrupted answer may be replaced, which would lose the state of a confirmed proposal.
    ...(!interrupted && proposal && { proposal }),
    ...(interrupted && { interrupted }),
    ...(isUnanswered(result) && { unanswered: true }),
  } as const;
}

/**
 * Whether the assistant found no answer, or handed off without the visitor's request.
 */
function isUnanswered({ answered, requestHuman: handoff }: AnswerResult): boolean {
  return !answered || (handoff !== undefined && handoff.byVisitor !== true);
}

function basisOf(
  { model, usage, cost }: PricedUsage,
  basis: SearchBasis,
  actions: readonly TriedAction[],
): AnswerBasis {
  const { inputTokens, outputTokens } = usage;
  return { ...basis, ...(actions.length > 0 && { actions }), model, inputTokens, outputTokens, cost };
}

function withHandoff(session: SessionRecord, { result, endedAt }: ModelCall) {
  const request = result?.requestHuman;
  const reason = request?.byVisitor ? 'visitor' : 'assistant';
  const asked = request && requestHuman(session, endedAt, { reason });
  return asked?.ok
    ? { moved: asked.session, systemMessages: asked.messages }
    : { moved: session, systemMessages: [] };
}

/** Keeps the later times, so that a late reply does not move the conversation's times backwards. */
function newest(session: SessionRecord, before: SessionRecord): SessionRecord {
  const later = (one: string, other: string) => (one > other ? one : other);
  return {
    ...session,
    updatedAt: later(session.updatedAt, before.updatedAt),
    lastMessageAt: later(session.lastMessageAt, before.lastMessageAt),
  };
}

/** Adds a call's usage and its actions to the sums of the conversation. */
export function withUsage(session: SessionRecord, { used, actions }: ModelCall): SessionRecord {
  const counted = countActions(session, actions?.calls ?? 0);
  return used ? addCall(counted, used.usage, used.cost) : counted;
}

export function countActions(session: SessionRecord, calls: number): SessionRecord {
  return calls > 0 ? { ...session, actionCalls: (session.actionCalls ?? 0) + calls } : session;
}

function usageOf({ id: messageId, sessionId }: Message, { used, endedAt }: ModelCall, id: string) {
  if (!used) return undefined;
  const { model, usage, cost } = used;
  return { usage: { id, sessionId, messageId, model, ...usage, cost, createdAt: endedAt } };
}

function callActivity({ id, uncounted }: ModelCall, at: string): Activity {
  return { id, at, ...(uncounted && callFigures(uncounted.usage, uncounted.cost)) };
}
