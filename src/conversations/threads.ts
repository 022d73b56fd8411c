import { continuationIdOf } from './rules/ids.ts';
import { nowIso } from '../lib/fields.ts';
import type { Message } from './records/message.ts';
import type { SessionRecord } from './records/session.ts';
import { firstSeqOf, isContinuable, mayVisitorContinue, partsOf } from './rules/thread.ts';
import type { Conversation, ConversationStore, Ports } from '../ports.ts';
import type { Background } from '../platform/background.ts';
import type { Conversations } from './conversations.ts';
import type { RetryOutage } from '../platform/retry-outage.ts';

/** How many messages of earlier sessions the model gets. */
const HISTORY_MESSAGES = 50;

type Reads = Pick<ConversationStore, 'load' | 'message' | 'messages'>;

/**
 * The messages of a session and of the sessions that it continues, with a `seq` above `after`, in `seq`
 * order. Only the sessions that have such messages are read.
 */
export async function threadMessages(
  store: Pick<Reads, 'messages'>,
  session: SessionRecord,
  after = 0,
): Promise<Message[]> {
  const [earlier, own] = await Promise.all([
    earlierMessages(store, session, after),
    store.messages(session.sessionId, after),
  ]);
  return [...earlier, ...own];
}

/** The part of `threadMessages` that is not in the session. */
export async function earlierMessages(
  store: Pick<Reads, 'messages'>,
  { earlier = [] }: SessionRecord,
  after: number,
): Promise<Message[]> {
  const read = earlier
    .filter(({ toSeq }) => toSeq > after)
    .map(async ({ sessionId, toSeq }) =>
      (await store.messages(sessionId, after)).filter(({ seq }) => seq <= toSeq),
    );
  return (await Promise.all(read)).flat();
}

/** The messages of earlier sessions for the model; none once the session has enough messages. */
export async function messagesForModel(
  store: Pick<Reads, 'messages'>,
  session: SessionRecord,
  recent: readonly Message[],
): Promise<readonly Message[]> {
  const first = firstSeqOf(session);
  const hasAll = (recent[0]?.seq ?? first) <= first;
  if (!hasAll) return [];
  const earlier = await earlierMessages(store, session, Math.max(0, first - 1 - HISTORY_MESSAGES));
  // An agent who was asked to join earlier has left with the close.
  return earlier.filter(({ role }) => role !== 'system');
}

/** The session of a thread that has a message: the given one, else an earlier one, the newest first. */
export async function sessionOfMessage(
  store: Pick<Reads, 'message'>,
  session: SessionRecord,
  messageId: string,
): Promise<string> {
  const [sessionId = '', ...earlier] = partsOf(session).reverse();
  if (earlier.length === 0) return sessionId;
  for (const id of [sessionId, ...earlier]) if (await store.message(id, messageId)) return id;
  return sessionId;
}

type Dependencies = Pick<Ports, 'clock' | 'store'> & {
  conversations: Conversations;
  retryOutage: RetryOutage;
  background: Background;
  /** Replaces a session in the list of its visitor. */
  visitors: { replace: (sessionId: string, by: string) => Promise<void> };
  /** The setting CONTINUE_DAYS; 0: visitors cannot continue closed conversations. */
  days: number;
};

/**
 * Threads of sessions (ADR 51). A continuation is stored first, and then named in the session that it
 * continues. Its id follows from that one's, so that it is found even if the second write is missing.
 */
export function threads(dependencies: Dependencies) {
  const { store, conversations, visitors, retryOutage, clock, background, days } = dependencies;

  async function mark(sessionId: string, continuedBy: string): Promise<void> {
    await conversations.change(sessionId, (conversation) => {
      const session = conversation?.session;
      if (!session || session.continuedBy !== undefined) return { result: undefined };
      return {
        commit: { session: { ...session, continuedBy, updatedAt: nowIso(clock) } },
        result: undefined,
      };
    });
    await visitors.replace(sessionId, continuedBy);
  }

  /** Names a continuation in the session that it continues, also after an outage of the store. */
  function markContinued({ sessionId, earlier = [] }: SessionRecord): void {
    const continued = earlier.at(-1);
    if (continued) background.run(retryOutage(() => mark(continued.sessionId, sessionId)));
  }

  /** The session that continues a closed one, also if an instance ended before it was named there. */
  async function continuationOf({
    session,
  }: Pick<Conversation, 'session'>): Promise<Conversation | undefined> {
    if (!isContinuable(session)) return undefined;
    const id = session.continuedBy ?? continuationIdOf(session.sessionId);
    const later =
      (await store.load(id)) ??
      (session.continuedBy === undefined ? undefined : await store.load(id, 'strong'));
    if (later?.session.earlier?.at(-1)?.sessionId !== session.sessionId) return undefined;
    if (session.continuedBy === undefined) markContinued(later.session);
    return later;
  }

  return {
    markContinued,
    continuationOf,

    /** Follows a thread to its newest session. */
    async newest(found: Conversation): Promise<Conversation> {
      let newest = found;
      for (let later = await continuationOf(found); later; later = await continuationOf(later)) {
        newest = later;
      }
      return newest;
    },

    /** The id with which its visitor continues a closed session; undefined if they may not. */
    continuationFor(session: SessionRecord): string | undefined {
      const may = session.continuedBy === undefined && mayVisitorContinue(session, clock.now(), days);
      return may ? continuationIdOf(session.sessionId) : undefined;
    },
  };
}

export type Threads = ReturnType<typeof threads>;
