import { outcomeFigures } from './rules/assistant-outcome.ts';
import { AppError } from '../core/errors.ts';
import { forVisitor } from './records/message.ts';
import type { NoticeKind } from './records/outbox-entry.ts';
import { agentGroup, ALL_AGENTS } from '../platform/rules/realtime-groups.ts';
import type { SessionRecord } from './records/session.ts';
import { sessionForVisitor } from './records/session-for-visitor.ts';
import { listedSession } from './records/public-session.ts';
import type { Commit, Conversation, Ports, RealtimeEvent, Version } from '../ports.ts';
import type { Background } from '../platform/background.ts';
import type { Notices } from './notices.ts';
import { retryOnConflict, type Attempt } from '../platform/retry-on-conflict.ts';
import { keyedMutex } from '../lib/concurrency.ts';
import type { VisitorEvents } from './visitor-events.ts';

/** A change of a read conversation; `result` is returned to the caller once it is stored. */
export interface Change<T> {
  /** The notices of the state change are added to it. */
  commit?: Omit<Commit, 'expected' | 'outbox'>;
  /** The replaced message changes only for agents: no event is sent to visitors or to the lists of desks. */
  forAgentsOnly?: boolean;
  /** A notice in addition to those of the state change. */
  notice?: NoticeKind;
  /** An e-mail of the session in this change; sent at or after a time (RFC 3339). */
  email?: { id: string; after?: string };
  /** The note that mentions agents, and when it was written. */
  mention?: { id: string; at: string };
  result: T;
}

/** Computes a change; called again after a conflict. */
type ComputeChange<T> = (conversation: Conversation | undefined) => Change<T> | Promise<Change<T>>;

/**
 * `isDuplicate`: one of the messages is already stored. `version`: of the write, if there was one.
 */
type Outcome<T> = { isDuplicate: false; result: T; version?: Version } | { isDuplicate: true };

/** The result of a change without new messages, which is always stored. */
export function requireStored<T>(outcome: Outcome<T>): T {
  if (!outcome.isDuplicate) return outcome.result;
  throw new AppError('internal-error');
}

type Dependencies = Pick<Ports, 'clock' | 'random' | 'realtime' | 'store' | 'telemetry'> & {
  visitorEvents: VisitorEvents;
  notices: Notices;
  background: Background;
};

/** The only writer of conversations: optimistic and transactional. Events are sent after the commit. */
export function conversations({
  store,
  realtime,
  visitorEvents,
  notices,
  clock,
  random,
  telemetry,
  background,
}: Dependencies) {
  /**
   * Publishes a commit to possible listeners. Visitors get a session event only if the state changes, because
   * each event is a call of the real-time service and the message event is sufficient.
   */
  function publish(
    before: SessionRecord | undefined,
    commit: Omit<Commit, 'expected'>,
    forAgentsOnly: boolean,
  ): void {
    const { session, append = [], replace } = commit;
    const { sessionId } = session;
    const written = replace ? [replace, ...append] : append;
    const shown = forAgentsOnly ? [] : written;
    const audiences = audiencesOf(before, session, shown.length > 0);
    const toVisitors: RealtimeEvent[] = shown.map((message) => ({
      type: 'message',
      sessionId,
      message: forVisitor(message),
    }));
    if (audiences.forVisitor) toVisitors.push({ type: 'session', session: sessionForVisitor(session) });
    const { claimedBy } = session;
    const owner = session.status === 'claimed' && claimedBy !== undefined ? agentGroup(claimedBy) : undefined;
    const publishToOwner = () =>
      owner === undefined
        ? []
        : written.map((message) => realtime.toGroup(owner, { type: 'message', sessionId, message }));
    const publishToVisitor = () => [visitorEvents.publish(session, toVisitors)];
    // The recipient of a message is served first, then its author, then the lists of all desks.
    const isByAgent = written.some(({ role }) => role === 'agent');
    const send = isByAgent
      ? [...publishToVisitor(), ...publishToOwner()]
      : [...publishToOwner(), ...publishToVisitor()];
    if (audiences.forAgents) {
      send.push(realtime.toGroup(ALL_AGENTS, { type: 'session', session: listedSession(session) }));
    }
    background.run(Promise.all(send));
  }

  /**
   * Computes a change. A conditional write is safe on any read, but a refusal is not, because the replica may
   * lag behind another instance's write; a refusal is therefore confirmed by a strong read.
   */
  async function computeChange<T>(
    sessionId: string,
    compute: ComputeChange<T>,
    known: Conversation | undefined,
  ): Promise<{ conversation: Conversation | undefined; change: Change<T> }> {
    const conversation = known ?? (await store.load(sessionId));
    try {
      return { conversation, change: await compute(conversation) };
    } catch (refusal) {
      if (!(refusal instanceof AppError)) throw refusal;
      const latest = await store.load(sessionId, 'strong');
      if (latest?.version === conversation?.version) throw refusal;
      return { conversation: latest, change: await compute(latest) };
    }
  }

  const mutex = keyedMutex();

  /** Queues the changes of a session; a request waits at most for the rest of its budget (ADR 13). */
  async function oneAtATime<T>(sessionId: string, work: () => Promise<T>): Promise<T> {
    const remainingMs = clock.remainingMs?.();
    if (remainingMs === undefined) return await mutex(sessionId, work);
    const { promise: late, reject } = Promise.withResolvers<never>();
    let isOver = false;
    const clear = clock.after(Math.max(0, remainingMs), () => {
      isOver = true;
      reject(new AppError('store-unavailable'));
    });
    const queued = mutex(sessionId, async () => {
      if (isOver) throw new AppError('store-unavailable');
      clear();
      return await work();
    });
    return await Promise.race([queued, late]);
  }

  /** Adds the assistant's outcome to the figures of a change. */
  function withOutcome(before: SessionRecord | undefined, commit: Omit<Commit, 'expected' | 'outbox'>) {
    const { session, activity = { id: random.uuid(), at: session.updatedAt } } = commit;
    const outcome = outcomeFigures(before, session);
    return Object.keys(outcome).length === 0 ? commit : { ...commit, activity: { ...activity, ...outcome } };
  }

  async function attempt<T>(
    sessionId: string,
    compute: ComputeChange<T>,
    known: Conversation | undefined,
  ): Promise<Attempt<Outcome<T>>> {
    const { conversation, change } = await computeChange(sessionId, compute, known);
    const { commit: computed, forAgentsOnly = false, result } = change;
    if (!computed) return { written: true, result: { isDuplicate: false, result } };
    const expected = conversation?.version ?? 'absent';
    const counted = withOutcome(conversation?.session, computed);
    const also = noticesOf(change);
    const commit = { ...counted, ...(await notices.add(conversation?.session, computed.session, also)) };
    const write = { recent: conversation?.recent ?? [], ...commit, expected };
    const outcome = await store.commit(write);
    if (outcome.ok) {
      publish(conversation?.session, commit, forAgentsOnly);
      notices.deliverStored(commit.outbox, outcome.outbox);
      return { written: true, result: { isDuplicate: false, result, version: outcome.version } };
    }
    return outcome.reason === 'duplicate'
      ? { written: true, result: { isDuplicate: true } }
      : { written: false };
  }

  return {
    /**
     * Reads a conversation, computes a change with pure rules and writes it; repeated after a write conflict.
     * `known` skips the first read when the caller has just written the conversation.
     */
    change<T>(sessionId: string, compute: ComputeChange<T>, known?: Conversation): Promise<Outcome<T>> {
      let unread = known;
      return oneAtATime(sessionId, () =>
        retryOnConflict('commit', { clock, random, telemetry }, () => {
          const first = unread;
          unread = undefined;
          return attempt(sessionId, compute, first);
        }),
      );
    },
  };
}

export type Conversations = ReturnType<typeof conversations>;

/** The notices of a change in addition to those of its state. */
function noticesOf({ notice, email, mention }: Change<unknown>) {
  return [
    ...(notice === undefined ? [] : [{ kind: notice }]),
    ...(email ? [{ kind: 'email' as const, ...email }] : []),
    ...(mention ? [{ kind: 'mention' as const, ...mention }] : []),
  ];
}

/** The fields whose change the lists of desks show. */
const SHOWN_IN_LISTS = [
  'contact',
  'continuedBy',
  'urgent',
  'emails',
  'seenSeq',
  'tagIds',
  'snoozedUntil',
] as const satisfies readonly (keyof SessionRecord)[];

/** The recipients of a session event after a change; `hasWritten`: the change has a message. */
function audiencesOf(before: SessionRecord | undefined, after: SessionRecord, hasWritten: boolean) {
  const differs = (field: keyof SessionRecord) => before?.[field] !== after[field];
  const moved = differs('status') || differs('claimedBy');
  return {
    forAgents: moved || hasWritten || SHOWN_IN_LISTS.some(differs),
    // Leaving or marking a message creates a new contact object; other changes keep the same one.
    forVisitor: moved || differs('continuedBy') || (differs('contact') && after.status !== 'open'),
  };
}
