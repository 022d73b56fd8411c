import { transition } from '../core/session-state-machine.ts';
import type { Activity } from './activity.ts';
import { callFigures, NO_USAGE, spend } from './cost.ts';
import type { TokenUsage, Usage } from './records/token-usage.ts';
import { AppError } from './errors.ts';
import { requestHuman } from './handoff.ts';
import { replyIdOf } from './ids.ts';
import { previewOf } from './text.ts';
import type { AnswerBasis, Message, SearchBasis, Source } from './records/message.ts';
import { append } from './session-messages.ts';
import type { SessionRecord } from './records/session.ts';

/**
 * How long a reader who has already read past a replaced reply gets it again, in milliseconds (docs/api.md,
 * Messages).
 */
const REPLACED_SHOWN_MS = 300_000;

/** The result of one answer; without a `result` it broke off, and the usage of its last call is unknown. */
export interface ModelCall {
  /** Random; identifies the call in the hourly figures. */
  id: string;
  content: string;
  /** When the call ended, RFC 3339 in UTC. */
  endedAt: string;
  result?:
    | {
        model: string;
        usage: Usage;
        /** US dollars; null where the model has no price. */
        cost: number | null;
        sources: readonly Source[];
        basis?: SearchBasis;
        suggestions?: readonly string[];
        answered: boolean;
        requestHuman?: { reason?: string; byVisitor?: true };
        /** The token limit cut it off. */
        interrupted?: true;
      }
    | undefined;
  /** What the finished calls used, where the answer broke off in a later one. */
  spent?: SpentTokens | undefined;
}

/** What model calls used; `cost` in US dollars, null where the model has no price. */
export interface SpentTokens {
  model: string;
  usage: Usage;
  cost: number | null;
}

export interface ReplyPlace {
  session: SessionRecord;
  /** The visitor's message. */
  question: Message;
  /** The stored reply to it. */
  existing: Message | undefined;
  /** Whether the visitor's message is already in the hourly figures. */
  counted: boolean;
}

/** The change to store, and the resulting reply. `repeated`: this very call's reply is already stored. */
export interface PlacedReply {
  session: SessionRecord;
  reply: Message;
  append?: Message[];
  replace?: Message;
  usage?: TokenUsage;
  activity: Activity;
}

/**
 * Inserts the result of a model call into its conversation. One reply is stored per question: an interrupted
 * one is replaced in place, a complete one stays, and every call's usage counts. `at` is the time of storing,
 * which is when it counts.
 */
export function placeReply(place: ReplyPlace, call: ModelCall, at: string): PlacedReply {
  const { existing } = place;
  if (!existing) return asNew(place, call, at);
  if (isOf(call, existing)) return asBefore(place, call, at, existing);
  return existing.interrupted === true
    ? inPlaceOf(existing, place, call, at)
    : besides(existing, place, call, at);
}

/** Ids of recently replaced replies, which readers at any position get again. */
export function recentlyReplaced({ replaced = {} }: SessionRecord, nowMs: number): string[] {
  return Object.keys(replaced).filter((id) => Date.parse(replaced[id] ?? '') > nowMs);
}

/** Whether a call wrote this reply: a lost answer of the store may have hidden that it is stored. */
function isOf({ content, endedAt }: ModelCall, { content: stored, createdAt }: Message): boolean {
  return stored === content && createdAt === endedAt;
}

function asNew({ session, question, counted }: ReplyPlace, call: ModelCall, at: string): PlacedReply {
  const outcome = transition(session, { type: 'assistant-reply' }, at);
  if (!outcome.ok) throw new AppError(outcome.refusal);
  const appended = append(outcome.session, draftOf(question, call), call.endedAt);
  const { message: reply } = appended;
  const { moved, notices } = withHandoff(appended.session, call);
  return {
    session: spent(newest(moved, session), call),
    reply,
    append: [reply, ...notices],
    ...usageOf(reply, call, reply.id),
    activity: {
      ...activityOf(call, at),
      ...(!counted && questionFigures(question)),
      assistantMessages: 1,
      ...(notices.length > 0 && { handoffs: 1 }),
    },
  };
}

function inPlaceOf(
  broken: Message,
  { session, question }: ReplyPlace,
  call: ModelCall,
  at: string,
): PlacedReply {
  const { id, seq, sessionId } = broken;
  const reply: Message = { ...draftOf(question, call), id, seq, sessionId, createdAt: call.endedAt };
  const shownUntil = new Date(Date.parse(at) + REPLACED_SHOWN_MS).toISOString();
  const shown = new Map(Object.entries(session.replaced ?? {}));
  const stillShown = recentlyReplaced(session, Date.parse(at)).map(
    (one) => [one, shown.get(one) ?? at] as const,
  );
  const replaced: SessionRecord = {
    ...session,
    updatedAt: at,
    lastMessageAt: at,
    ...(seq === session.messageCount && { preview: previewOf(reply.content) }),
    replaced: Object.fromEntries([...stillShown, [id, shownUntil] as const]),
  };
  const { moved, notices } = withHandoff(replaced, call);
  return {
    session: spent(newest(moved, replaced), call),
    reply,
    replace: reply,
    append: notices,
    ...usageOf(reply, call, call.id),
    activity: { ...activityOf(call, at), ...(notices.length > 0 && { handoffs: 1 }) },
  };
}

/** Keeps another call's reply; adds this call's usage. */
function besides(reply: Message, { session }: ReplyPlace, call: ModelCall, at: string): PlacedReply {
  return {
    session: spent(session, call),
    reply,
    ...usageOf(reply, call, call.id),
    activity: activityOf(call, at),
  };
}

/**
 * The reply is stored with its whole transaction. Its figures may be missing; adding them again is
 * idempotent.
 */
function asBefore(
  { session, question, counted }: ReplyPlace,
  call: ModelCall,
  at: string,
  reply: Message,
): PlacedReply {
  const isReplacement = session.replaced?.[reply.id] !== undefined;
  return {
    session,
    reply,
    activity: {
      ...activityOf(call, at),
      ...(!counted && questionFigures(question)),
      ...(!isReplacement && { assistantMessages: 1 }),
      ...(session.humanRequestedAt === call.endedAt && { handoffs: 1 }),
    },
  };
}

/** What a call counts for where no reply is stored, because its conversation was deleted meanwhile. */
export function activityWithoutReply(
  { question, counted }: Pick<ReplyPlace, 'question' | 'counted'>,
  call: ModelCall,
  at: string,
): Activity {
  return { ...activityOf(call, at), ...(!counted && questionFigures(question)) };
}

/** The figures of a visitor's message; the first one also counts a conversation. */
export function questionFigures({ seq }: Message) {
  return { visitorMessages: 1, ...(seq === 1 && { conversations: 1 }) };
}

function draftOf({ id }: Message, { content, result }: ModelCall) {
  return {
    id: replyIdOf(id),
    role: 'assistant',
    content,
    replyTo: id,
    ...(result && result.sources.length > 0 && { sources: result.sources }),
    ...(result?.basis && { basis: basisOf(result, result.basis) }),
    ...(result?.suggestions && { suggestions: result.suggestions }),
    ...((!result || result.interrupted) && { interrupted: true }),
    ...(result && isUnanswered(result) && { unanswered: true }),
  } as const;
}

/** Nothing was found, or the assistant handed off by itself; a visitor who asks for a person gets one. */
function isUnanswered({ answered, requestHuman: handoff }: NonNullable<ModelCall['result']>): boolean {
  return !answered || (handoff !== undefined && handoff.byVisitor !== true);
}

function basisOf({ model, usage, cost }: SpentTokens, basis: SearchBasis): AnswerBasis {
  const { inputTokens, outputTokens } = usage;
  return { ...basis, model, inputTokens, outputTokens, cost };
}

function withHandoff(session: SessionRecord, { result, endedAt }: ModelCall) {
  const asked = result?.requestHuman ? requestHuman(session, endedAt) : undefined;
  return asked?.ok ? { moved: asked.session, notices: asked.messages } : { moved: session, notices: [] };
}

/** A reply that is stored late must not move the conversation's times backwards. */
function newest(session: SessionRecord, before: SessionRecord): SessionRecord {
  const later = (one: string, other: string) => (one > other ? one : other);
  return {
    ...session,
    updatedAt: later(session.updatedAt, before.updatedAt),
    lastMessageAt: later(session.lastMessageAt, before.lastMessageAt),
  };
}

function spent(session: SessionRecord, { result, spent: used = result }: ModelCall): SessionRecord {
  return used ? spend(session, used.usage, used.cost) : session;
}

function usageOf(
  { id: messageId, sessionId }: Message,
  { result, spent: used = result, endedAt }: ModelCall,
  id: string,
) {
  if (!used) return undefined;
  const { model, usage, cost } = used;
  return { usage: { id, sessionId, messageId, model, ...usage, cost, createdAt: endedAt } };
}

function activityOf({ id, result, spent: used = result }: ModelCall, at: string): Activity {
  return { id, at, ...(used ? callFigures(used.usage, used.cost) : callFigures(NO_USAGE, 0)) };
}
