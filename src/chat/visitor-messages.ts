import { transition } from '../core/session-state-machine.ts';
import { AppError } from '../core/errors.ts';
import { nowIso } from '../lib/fields.ts';
import { append } from '../conversations/rules/session-messages.ts';
import { leaseTurn, type Turn } from '../conversations/rules/turn.ts';
import { withPage } from '../conversations/rules/visited-pages.ts';
import type { WidgetVisitor } from '../conversations/rules/visitors.ts';
import type { Ports } from '../ports.ts';
import type { RateGate } from '../platform/rate-gate.ts';
import type { Attachments } from './attachments.ts';
import type { Conversations } from '../conversations/conversations.ts';
import { filesOfMessage } from './message-files.ts';
import type { ResumeTurn } from './resume-turn.ts';
import type { StartTurn, TurnOutcome } from './start-turn.ts';
import { messagesForModel, type Threads } from '../conversations/threads.ts';
import {
  requireSameVisitor,
  type ContinueVisitorSession,
  type StartVisitorSession,
  type VisitorContext,
} from '../conversations/visitor-session.ts';

/** A validated visitor's message. Without a session id, a new session is started. */
interface VisitorInput extends VisitorContext {
  /** Undefined for files without a text. */
  message?: string | undefined;
  /** The tickets of its files, from `Attachments.complete`. */
  attachments?: readonly string[] | undefined;
  sessionId?: string | undefined;
  clientMessageId?: string | undefined;
  /** The closed session that this one continues, if the message starts it. */
  continues?: string | undefined;
}

type IdentifiedInput = VisitorInput & { sessionId: string; messageId: string };

type Dependencies = Pick<Ports, 'clock' | 'random' | 'store'> & {
  conversations: Conversations;
  startTurn: StartTurn;
  resumeTurn: ResumeTurn;
  rateGate: Pick<RateGate, 'session' | 'sessionReads' | 'withMessageCounted'>;
  attachments: Pick<Attachments, 'redeem'>;
  startSession: StartVisitorSession;
  continueSession: ContinueVisitorSession;
  threads: Pick<Threads, 'markContinued'>;
};

/** The first half of a turn: storing the visitor's message with a lease. */
export function visitorMessages(dependencies: Dependencies) {
  const { store, conversations, startTurn, resumeTurn } = dependencies;
  const { rateGate, attachments, startSession, continueSession, threads, clock, random } = dependencies;
  /** Single-flight: concurrent calls with the same message id share one outcome. */
  const sending = new Map<string, Promise<TurnOutcome>>();

  /** A new session, with the message that divides it from the one that it continues. */
  async function open(input: IdentifiedInput, claims: WidgetVisitor | undefined, at: string) {
    const { sessionId, continues } = input;
    if (continues === undefined) {
      return { session: await startSession(sessionId, at, input, claims), divider: [] };
    }
    const { session, message } = await continueSession(sessionId, continues, at, claims);
    return { session, divider: [message] };
  }

  /** Stores the message with the lease of its turn; `result` is undefined if it is already stored. */
  function storeMessage(input: IdentifiedInput, claims: WidgetVisitor | undefined) {
    const { sessionId, messageId } = input;
    return conversations.change(sessionId, async (conversation) => {
      if (conversation) requireSameVisitor(conversation.session, claims);
      const recent = conversation?.recent ?? [];
      if (recent.some(({ id }) => id === messageId)) return { result: undefined };
      const at = nowIso(clock);
      const { session, divider } = conversation
        ? { session: conversation.session, divider: [] }
        : await open(input, claims, at);
      const outcome = transition(session, { type: 'visitor-message' }, at);
      // A repeat gets the same outcome, also after the close and after its tickets have expired.
      const mayBeOlder = !outcome.ok || input.attachments !== undefined;
      if (mayBeOlder && (await store.message(sessionId, messageId))) return { result: undefined };
      if (!outcome.ok) throw new AppError(outcome.refusal);
      const owner = { sessionId, from: 'visitor' } as const;
      const body = await filesOfMessage(attachments, owner, input.message, input.attachments);
      const queued = session.status === 'claimed';
      const draft = { id: messageId, role: 'visitor', ...body, ...(queued && { queued }) } as const;
      const after = withPage(rateGate.withMessageCounted(outcome.session), input.pageUrl, at);
      const appended = append(after, draft, at);
      const { message } = appended;
      const next = queued ? appended.session : leaseTurn(appended.session, messageId, clock.now());
      const activity = { id: messageId, at, visitorMessages: 1 };
      const started = divider[0] && { id: divider[0].id, at, conversations: 1 };
      return {
        commit: {
          session: next,
          append: [...divider, message],
          ...(queued && { activity }),
          ...(started && { activity: started }),
        },
        result: { session: next, message, recent, ownMessages: [...recent, ...divider, message] },
      };
    });
  }

  async function sendOnce(
    input: IdentifiedInput,
    claims: WidgetVisitor | undefined,
    keepPartial: boolean,
  ): Promise<TurnOutcome> {
    const { sessionId, messageId } = input;
    const written = await storeMessage(input, claims);
    if (written.isDuplicate || !written.result) {
      // `resumeTurn` counts a message if a repeat calls the model again.
      await rateGate.sessionReads(sessionId);
      return await resumeTurn(sessionId, messageId, keepPartial);
    }
    const { session, message, ownMessages, recent } = written.result;
    if (recent.length === 0) threads.markContinued(session);
    if (message.queued) return { to: 'agent', session, message };
    const { version } = written;
    const earlier = await messagesForModel(store, session, recent);
    const answering = startTurn({
      session,
      version,
      message,
      earlier,
      ownMessages,
      isInFigures: false,
      keepPartial,
    });
    return { to: 'assistant', session, message, answering };
  }

  return {
    /** Stores a message and starts its answer; with `keepPartial`, an interrupted answer is stored. */
    async send(
      input: VisitorInput,
      claims: WidgetVisitor | undefined,
      { keepPartial }: Pick<Turn, 'keepPartial'>,
    ): Promise<TurnOutcome> {
      const sessionId = claims?.sessionId ?? input.sessionId ?? random.uuid();
      const messageId = input.clientMessageId ?? random.uuid();
      rateGate.session(sessionId);
      const key = `${claims?.widgetId ?? ''}/${sessionId}/${messageId}`;
      const running = sending.get(key);
      if (running && claims) {
        // A visitor can have signed in to the session since.
        const stored = await store.load(sessionId, 'strong');
        if (stored) requireSameVisitor(stored.session, claims);
      }
      if (running) return await running;
      const sent = sendOnce({ ...input, sessionId, messageId }, claims, keepPartial);
      sending.set(key, sent);
      const forget = () => sending.delete(key);
      void sent.then((it) => (it.to === 'assistant' ? it.answering.answer : undefined)).then(forget, forget);
      return await sent;
    },
  };
}
