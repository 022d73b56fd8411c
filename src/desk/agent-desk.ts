import { sessionAgent } from '../conversations/rules/agent-groups.ts';
import { invalidField } from '../core/errors.ts';
import { nowIso } from '../lib/fields.ts';
import { partsOf } from '../conversations/rules/thread.ts';
import type { Message } from '../conversations/records/message.ts';
import type { Note } from '../conversations/records/note.ts';
import { markAnswered } from '../conversations/rules/left-message.ts';
import type { Activity } from '../availability/rules/activity.ts';
import { transition, type Outcome, type Trigger } from '../core/session-state-machine.ts';
import { markUrgent } from '../conversations/rules/agent-queue.ts';
import { isSnoozeTime, UNTIL_MESSAGE, snooze } from '../conversations/rules/snooze.ts';
import { tagSession, untagSession } from '../conversations/rules/tags.ts';
import type { SessionAgent, SessionRecord } from '../conversations/records/session.ts';
import type { Ports } from '../ports.ts';
import {
  refusalError,
  type ConversationClaims,
  type ClaimResult,
  type SessionUpdate,
} from './conversation-claims.ts';
import type { AgentQueue } from './agent-queue.ts';
import type { AgentReplies } from './agent-replies.ts';
import type { Background } from '../platform/background.ts';
import { requireStored, type Conversations } from '../conversations/conversations.ts';
import {
  requireConversation,
  requireFound,
  readConversation,
  type Reading,
} from '../conversations/reading.ts';
import type { Threads } from '../conversations/threads.ts';
import type { Notes } from '../conversations/notes.ts';
import type { Tags } from '../conversations/tags.ts';

type Dependencies = Pick<Ports, 'clock' | 'random' | 'realtime' | 'store'> & {
  conversations: Conversations;
  replies: AgentReplies;
  threads: Pick<Threads, 'newest'>;
  notes: Pick<Notes, 'list'>;
  claims: ConversationClaims;
  queue: Pick<AgentQueue, 'page' | 'groups'>;
  tags: Pick<Tags, 'read'>;
  background: Background;
};

/** A reply with the conversation in which it is. */
interface ReplyInClosed extends Pick<ClaimResult, 'session' | 'quotaStatus'> {
  message: Message;
}

/** A pure rule that applies an agent's action to a session. */
type Rule = (session: SessionRecord) => Outcome & Pick<Activity, 'leftAnswer'>;

/** The agent's side of a conversation (docs/rules.md, Session states; docs/api.md, Agent surface). */
export function agentDesk(dependencies: Dependencies) {
  const { store, conversations, replies, claims, realtime, clock, background } = dependencies;
  const { threads, notes, queue, random, tags } = dependencies;
  const now = () => nowIso(clock);

  async function change(sessionId: string, rule: Rule): Promise<SessionUpdate> {
    const moved = await conversations.change(sessionId, async (conversation) => {
      const { session } = requireFound(conversation);
      const outcome = rule(session);
      if (!outcome.ok) throw refusalError(outcome.refusal, session);
      if (!outcome.changed) return { result: outcome };
      const { session: after, leftAnswer } = outcome;
      const activity = leftAnswer && { id: random.uuid(), at: after.updatedAt, leftAnswer };
      return { commit: { session: after, ...(activity && { activity }) }, result: outcome };
    });
    return requireStored(moved);
  }

  /** The rule that applies a trigger of the state machine. */
  const by =
    (trigger: Trigger): Rule =>
    (session) =>
      transition(session, trigger, now());

  async function applyAndLeave(
    sessionId: string,
    agent: SessionAgent,
    trigger: Trigger,
  ): Promise<SessionUpdate> {
    const moved = await change(sessionId, by(trigger));
    background.run(realtime.leave(agent.oid, sessionId));
    return moved;
  }

  return {
    ...replies,
    /**
     * Sends a reply in a closed conversation: its continuation is started and claimed, or the one that was
     * started in the meantime is claimed. A repeat of the message starts nothing.
     */
    async replyInClosed(
      sessionId: string,
      replier: SessionAgent,
      input: Parameters<AgentReplies['send']>[2],
    ): Promise<ReplyInClosed> {
      const agent = sessionAgent(replier);
      const { session: newest } = await threads.newest(await requireConversation(store, sessionId));
      const { clientMessageId: id } = input;
      const isRepeat = id !== undefined && (await store.message(newest.sessionId, id)) !== undefined;
      if (isRepeat) return { session: newest, message: await replies.send(newest.sessionId, replier, input) };
      const { session, quotaStatus } = await claims.reopen(newest, agent);
      const message = await replies.send(session.sessionId, replier, input);
      return { session, message, ...(quotaStatus && { quotaStatus }) };
    },
    /** The notes of a thread up to a session, oldest first. */
    async notes(sessionId: string): Promise<Note[]> {
      const { session } = await requireConversation(store, sessionId);
      return (await Promise.all(partsOf(session).map((id) => notes.list(id)))).flat();
    },
    /** The list in the order of `agentRank`. */
    list: queue.page,
    read: (sessionId: string): Promise<Reading> => readConversation(store, sessionId, clock.now()),
    claim: claims.claim,
    claimNext: claims.claimNext,
    transfer: claims.transfer,
    /** Any agent may mark a conversation. */
    markUrgent: (sessionId: string, urgent: boolean): Promise<SessionUpdate> =>
      change(sessionId, (session) => markUrgent(session, urgent, now())),
    /** Sets or removes the answered mark of a left message. */
    markAnswered: (sessionId: string, agent: SessionAgent, answered: boolean): Promise<SessionUpdate> =>
      change(sessionId, (session) => markAnswered(session, { answered, agent }, now())),

    /** Any agent may add a tag, in any state of the conversation; throws `too-many-tags` beyond five. */
    async addTag(sessionId: string, tagId: string): Promise<SessionUpdate> {
      const { catalog } = await tags.read();
      return await change(sessionId, (session) => tagSession(session, tagId, catalog, now()));
    },
    removeTag: (sessionId: string, tagId: string): Promise<SessionUpdate> =>
      change(sessionId, (session) => untagSession(session, tagId, now())),

    /** Snoozes the agent's conversation until a time or `message`; undefined ends it. */
    async snooze(sessionId: string, agent: SessionAgent, until: string | undefined): Promise<SessionUpdate> {
      if (until !== undefined && until !== UNTIL_MESSAGE && !isSnoozeTime(until, clock.now())) {
        throw invalidField('until', 'must be in the future, and not more than a year ahead');
      }
      return await change(sessionId, (session) => snooze(session, { agent, until }, now()));
    },

    close: (sessionId: string, agent: SessionAgent): Promise<SessionUpdate> =>
      applyAndLeave(sessionId, agent, { type: 'close', agent }),
    /** Returns the session to the queue. */
    release: (sessionId: string, agent: SessionAgent): Promise<SessionUpdate> =>
      applyAndLeave(sessionId, agent, { type: 'release', agent }),

    /** Passes the session on to the agents of a registered widget, for whom it waits first in the queue. */
    async transferToGroup(sessionId: string, agent: SessionAgent, widgetId: string): Promise<SessionUpdate> {
      const groups = await queue.groups();
      if (!groups.some(({ id }) => id === widgetId)) throw invalidField('group', 'is not a group of agents');
      return await applyAndLeave(sessionId, agent, { type: 'release', agent, queuedFor: widgetId });
    },
  };
}
