import { transition } from '../../core/session-state-machine.ts';
import { AppError } from '../../domain/errors.ts';
import { nowIso } from '../../domain/iso-time.ts';
import type { Message } from '../../domain/records/message.ts';
import type { SessionRecord } from '../../domain/records/session.ts';
import { append } from '../../domain/session-messages.ts';
import { leaseTurn } from '../../domain/turn.ts';
import { withPage } from '../../domain/visited-pages.ts';
import type { WidgetVisitor } from '../../domain/widgets.ts';
import type { Ports } from '../../ports.ts';
import type { RateGate } from '../platform/rate-gate.ts';
import type { Attachments } from './attachments.ts';
import type { Conversations } from './conversations.ts';
import { filesOfMessage } from './message-files.ts';
import type { ResumeTurn } from './repeats.ts';
import type { AnswerInProgress, StartTurn } from './turns.ts';
import { requireSameVisitor, type StartVisitorSession, type VisitorContext } from './visitor-session.ts';

/** A validated visitor's message. Without a session id, a new session is started. */
interface VisitorInput extends VisitorContext {
  /** Undefined for files without a text. */
  message?: string | undefined;
  /** The tickets of its files, from `Attachments.complete`. */
  attachments?: readonly string[] | undefined;
  sessionId?: string | undefined;
  clientMessageId?: string | undefined;
}

type IdentifiedInput = VisitorInput & { sessionId: string; messageId: string };

/** The recipient of a visitor's stored message, with the answer in progress. */
export type TurnOutcome =
  | { to: 'agent'; session: SessionRecord; message: Message }
  | { to: 'assistant'; session: SessionRecord; message: Message; answering: AnswerInProgress };

type Dependencies = Pick<Ports, 'clock' | 'random' | 'store'> & {
  conversations: Conversations;
  startTurn: StartTurn;
  resumeTurn: ResumeTurn;
  rateGate: Pick<RateGate, 'message' | 'session' | 'sessionReads'>;
  attachments: Pick<Attachments, 'redeem'>;
  startSession: StartVisitorSession;
};

/** The first half of a turn: storing the visitor's message with a lease. */
export function visitorMessages(dependencies: Dependencies) {
  const { store, conversations, startTurn, resumeTurn } = dependencies;
  const { rateGate, attachments, startSession, clock, random } = dependencies;
  /** Single-flight: concurrent calls with the same message id share one outcome. */
  const sending = new Map<string, Promise<TurnOutcome>>();

  /** Stores the message with the lease of its turn; `result` is undefined if it is already stored. */
  function storeMessage(input: IdentifiedInput, claims: WidgetVisitor | undefined) {
    const { sessionId, messageId } = input;
    return conversations.change(sessionId, async (conversation) => {
      if (conversation) requireSameVisitor(conversation.session, claims);
      const recent = conversation?.recent ?? [];
      if (recent.some(({ id }) => id === messageId)) return { result: undefined };
      const at = nowIso(clock);
      const session = conversation?.session ?? (await startSession(sessionId, at, input, claims));
      const outcome = transition(session, { type: 'visitor-message' }, at);
      // A repeat gets the same outcome, also after the close and after its tickets have expired.
      const mayBeOlder = !outcome.ok || input.attachments !== undefined;
      if (mayBeOlder && (await store.message(sessionId, messageId))) return { result: undefined };
      if (!outcome.ok) throw new AppError(outcome.refusal);
      const owner = { sessionId, from: 'visitor' } as const;
      const words = await filesOfMessage(attachments, owner, input.message, input.attachments);
      const queued = session.status === 'claimed';
      const draft = { id: messageId, role: 'visitor', ...words, ...(queued && { queued }) } as const;
      const after = withPage(rateGate.message(outcome.session), input.pageUrl, at);
      const appended = append(after, draft, at);
      const { message } = appended;
      const next = queued ? appended.session : leaseTurn(appended.session, messageId, clock.now());
      const activity = { id: messageId, at, visitorMessages: 1 };
      return {
        commit: { session: next, append: [message], ...(queued && { activity }) },
        result: { session: next, message, history: [...recent, message] },
      };
    });
  }

  async function sendOnce(
    input: IdentifiedInput,
    claims: WidgetVisitor | undefined,
    keepPartial: boolean,
  ): Promise<TurnOutcome> {
    const { sessionId, messageId } = input;
    const stored = await storeMessage(input, claims);
    if (!stored.stored || !stored.result) {
      // `resumeTurn` counts a message if a repeat calls the model again.
      await rateGate.sessionReads(sessionId);
      return await resumeTurn(sessionId, messageId, keepPartial);
    }
    const { session, message, history } = stored.result;
    if (message.queued) return { to: 'agent', session, message };
    const { version } = stored;
    const answering = startTurn({ session, version, message, history, counted: false, keepPartial });
    return { to: 'assistant', session, message, answering };
  }

  return {
    /** Stores a message and starts its answer; with `streaming`, an interrupted answer is stored. */
    async send(
      input: VisitorInput,
      claims: WidgetVisitor | undefined,
      { streaming }: { streaming: boolean },
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
      const sent = sendOnce({ ...input, sessionId, messageId }, claims, streaming);
      sending.set(key, sent);
      const forget = () => sending.delete(key);
      void sent
        .then((it) => (it.to === 'assistant' ? it.answering.answered : undefined))
        .then(forget, forget);
      return await sent;
    },
  };
}
