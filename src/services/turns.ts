import { AppError } from '../domain/errors.ts';
import { costOf, NO_USAGE, type Prices, type Usage } from '../domain/cost.ts';
import { requestHuman } from '../domain/handoff.ts';
import { replyIdOf } from '../domain/ids.ts';
import type { Message } from '../domain/message.ts';
import { append, type SessionRecord } from '../domain/session.ts';
import type {
  Assistant,
  AssistantResult,
  Clock,
  Conversation,
  ConversationStore,
  Telemetry,
  Version,
} from '../ports.ts';
import { personaOf, type AssistantProfiles } from './assistant-profiles.ts';
import type { Background } from './background.ts';
import { broadcast } from './broadcast.ts';
import type { Conversations } from './conversations.ts';

/** How long nobody else may take a turn over; longer than the longest answer. In milliseconds. */
export const LEASE_MS = 100_000;
const POLL_MS = 150;

/** The assistant's answer as it is stored. */
export interface Answer {
  session: SessionRecord;
  reply: Message;
  usage: Usage;
}

/** An answer under way. It is stored whether or not anybody reads it. */
export interface Answering {
  pieces(): AsyncIterable<string>;
  settled: Promise<Answer>;
}

export interface Turn {
  session: SessionRecord;
  message: Message;
  /** Oldest first, ending with `message`. */
  history: readonly Message[];
  /** At which `session` and `history` were stored; without it the conversation is read again before the answer is stored. */
  version?: Version | undefined;
  /** An earlier try of this turn has put the visitor's message into the hourly figures already. */
  counted: boolean;
  /** Whether what came of a broken answer is stored: only where the visitor has seen it. */
  keepPartial: boolean;
}

/** Where a stored message of a visitor stands. */
export type Standing =
  | { to: 'agent'; session: SessionRecord; message: Message }
  | { to: 'assistant'; session: SessionRecord; message: Message; answering: Answering };

export interface Turns {
  start(turn: Turn): Answering;
  /** The outcome of a message that is stored already: as stored, or awaited, or asked again where nobody is at it. */
  resume(sessionId: string, messageId: string, keepPartial: boolean): Promise<Standing>;
}

interface Dependencies {
  store: ConversationStore;
  conversations: Conversations;
  assistant: Assistant;
  profiles: Pick<AssistantProfiles, 'profileFor'>;
  prices: Prices;
  clock: Clock;
  telemetry: Telemetry;
  background: Background;
}

/** Marks a message as being answered until its lease ends. */
export function leaseTurn(session: SessionRecord, messageId: string, nowMs: number): SessionRecord {
  const until = new Date(nowMs + LEASE_MS).toISOString();
  return { ...session, turns: { ...session.turns, [messageId]: until } };
}

/** How the conversation stands if nobody has written since the turn began. */
function asStored({ session, history, version }: Turn): Conversation | undefined {
  return version === undefined ? undefined : { session, recent: history, version };
}

function endTurn(session: SessionRecord, messageId: string): SessionRecord {
  const { [messageId]: _ended, ...turns } = session.turns;
  return { ...session, turns };
}

/** Turns of the assistant: the model is asked once, and its answer is stored once, whoever asks how often. */
export function turns(dependencies: Dependencies): Turns {
  const { store, conversations, assistant, profiles, prices, clock, telemetry, background } = dependencies;
  const now = () => new Date(clock.now()).toISOString();

  function start(turn: Turn): Answering {
    const pieces = broadcast();
    const settled = run(turn, pieces.push).finally(pieces.end);
    // Whoever waits for the answer gets its failure; nobody may be waiting any more.
    background.run(settled.then(undefined, () => undefined));
    return { pieces: pieces.read, settled };
  }

  async function run(turn: Turn, show: (piece: string) => void): Promise<Answer> {
    const startedAt = clock.now();
    let firstDeltaMs: number | undefined;
    let content = '';
    let result: AssistantResult | undefined;
    let failure: unknown;
    try {
      const { locale, assistantId } = turn.session;
      const request = {
        ...personaOf(await profiles.profileFor(assistantId)),
        history: turn.history,
        ...(locale !== undefined && { locale }),
      };
      for await (const event of assistant.answer(request, new AbortController().signal)) {
        if (event.type === 'done') result = event.result;
        else {
          firstDeltaMs ??= clock.now() - startedAt;
          content += event.content;
          show(event.content);
        }
      }
    } catch (error) {
      failure = error;
    }
    const ended = endOf(result, content !== '', failure);
    telemetry.record({
      type: 'answer',
      model: result?.model ?? 'unknown',
      durationMs: clock.now() - startedAt,
      ...(firstDeltaMs !== undefined && { firstDeltaMs }),
      inputTokens: result?.usage.inputTokens ?? 0,
      outputTokens: result?.usage.outputTokens ?? 0,
      ...ended,
    });
    if (result) return await storeReply(turn, content, result);
    if (content !== '' && turn.keepPartial) await storeReply(turn, content, undefined);
    else await abandon(turn);
    throw failure instanceof Error ? failure : new AppError('assistant-unavailable', { reason: 'empty' });
  }

  async function storeReply(
    turn: Turn,
    content: string,
    result: AssistantResult | undefined,
  ): Promise<Answer> {
    const { message } = turn;
    const { sessionId } = message;
    const id = replyIdOf(message.id);
    const used = result?.usage ?? NO_USAGE;
    const cost = costOf(used, prices);
    const stored = await conversations.change(
      sessionId,
      (conversation) => {
        if (!conversation) return { result: undefined };
        const at = now();
        const draft = {
          id,
          role: 'assistant',
          content,
          replyTo: message.id,
          ...(result ? result.sources.length > 0 && { sources: result.sources } : { interrupted: true }),
          ...(result && (!result.answered || result.requestHuman) && { unanswered: true }),
        } as const;
        const { session: replied, message: reply } = append(
          endTurn(conversation.session, message.id),
          draft,
          at,
        );
        const handoff = result?.requestHuman ? requestHuman(replied, at) : undefined;
        const session = handoff?.ok ? handoff.session : replied;
        const notices = handoff?.ok ? handoff.messages : [];
        const spent = {
          ...session,
          inputTokens: session.inputTokens + used.inputTokens,
          outputTokens: session.outputTokens + used.outputTokens,
          cost: session.cost + cost,
        };
        return {
          commit: {
            session: spent,
            append: [reply, ...notices],
            ...(result && {
              usage: { id, sessionId, messageId: id, model: result.model, ...used, cost, createdAt: at },
            }),
            activity: {
              id,
              at,
              ...(!turn.counted && visitorFigures(message)),
              assistantMessages: 1,
              requests: 1,
              ...used,
              cost,
              ...(notices.length > 0 && { handoffs: 1 }),
            },
          },
          result: { session: spent, reply, usage: used },
        };
      },
      asStored(turn),
    );
    if (stored.stored && stored.result) return stored.result;
    return await storedAnswer(sessionId, message.id);
  }

  /** Ends a turn without an answer, so that a repeat of the message asks again at once. */
  async function abandon(turn: Turn): Promise<void> {
    const { message, counted } = turn;
    await conversations.change(
      message.sessionId,
      (conversation) => {
        if (!conversation) return { result: undefined };
        const activity = { id: message.id, at: now(), ...(!counted && visitorFigures(message)) };
        return {
          commit: { session: endTurn(conversation.session, message.id), activity },
          result: undefined,
        };
      },
      asStored(turn),
    );
  }

  async function storedAnswer(sessionId: string, messageId: string): Promise<Answer> {
    const conversation = await store.load(sessionId);
    const reply = await store.message(sessionId, replyIdOf(messageId));
    if (!conversation || !reply) throw new AppError('session-not-found');
    const usage = (await store.usage(sessionId)).find(({ id }) => id === reply.id) ?? NO_USAGE;
    return { session: conversation.session, reply, usage };
  }

  async function resume(sessionId: string, messageId: string, keepPartial: boolean): Promise<Standing> {
    for (;;) {
      const conversation = await store.load(sessionId);
      const message = await store.message(sessionId, messageId);
      if (!conversation || !message) throw new AppError('session-not-found');
      if (message.role !== 'visitor') {
        throw new AppError('validation-failed', {
          issues: [{ path: 'clientMessageId', message: 'is the id of another message' }],
        });
      }
      const { session } = conversation;
      if (message.queued) return { to: 'agent', session, message };
      const reply = await store.message(sessionId, replyIdOf(messageId));
      if (reply) {
        return {
          to: 'assistant',
          session,
          message,
          answering: finished(storedAnswer(sessionId, messageId), reply),
        };
      }
      const lease = session.turns[messageId];
      if (lease === undefined || Date.parse(lease) <= clock.now()) {
        const history = conversation.recent.filter(({ seq }) => seq <= message.seq);
        const taken = await conversations.change(sessionId, (fresh) => {
          if (!fresh || fresh.version !== conversation.version) return { result: undefined };
          const leased = leaseTurn(fresh.session, messageId, clock.now());
          return { commit: { session: leased }, result: leased };
        });
        if (taken.stored && taken.result) {
          const turn = { session: taken.result, message, history, counted: lease === undefined, keepPartial };
          return { to: 'assistant', session: taken.result, message, answering: start(turn) };
        }
      } else await clock.sleep(POLL_MS);
    }
  }

  return { start, resume };
}

function finished(settled: Promise<Answer>, reply: Message): Answering {
  return {
    async *pieces() {
      yield await Promise.resolve(reply.content);
    },
    settled,
  };
}

function visitorFigures(message: Message) {
  return { visitorMessages: 1, ...(message.seq === 1 && { conversations: 1 }) };
}

function endOf(result: AssistantResult | undefined, spoke: boolean, failure: unknown) {
  if (result) return { outcome: result.answered ? 'answered' : 'nothing-found' } as const;
  const code = failure instanceof AppError ? failure.details['reason'] : 'bug';
  const outcome = spoke ? 'interrupted' : 'failed';
  return { outcome, ...(typeof code === 'string' && { reason: code }) } as const;
}
