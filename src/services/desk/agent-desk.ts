import type { AgentMemberships } from '../../domain/agent-groups.ts';
import { AppError } from '../../domain/errors.ts';
import { markAnswered } from '../../domain/left-message.ts';
import type { Activity } from '../../domain/activity.ts';
import type { QuotaStatus } from '../../domain/records/plan.ts';
import { apply, markUrgent, sessionAgent, type Outcome, type Trigger } from '../../domain/session.ts';
import type { SessionAgent, SessionRecord } from '../../domain/records/session.ts';
import type { Ports, QueueQuery } from '../../ports.ts';
import type { AgentQueue, AgentQueuePage } from './agent-queue.ts';
import type { AgentReplies } from './agent-replies.ts';
import type { Background } from '../platform/background.ts';
import type { Colleagues } from './colleagues.ts';
import { settled, type Conversations } from '../chat/conversations.ts';
import { requireFound, readConversation, type Reading } from '../chat/reading.ts';
import type { OneAtATime } from './next-lease.ts';
import type { SeatGate } from './seat-gate.ts';

/** A session after an agent's action; `changed: false` where nothing had to change. */
export interface Moved {
  session: SessionRecord;
  changed: boolean;
}

/** `quotaStatus` exactly while the plan's seat quota is exceeded. */
export interface Claimed extends Moved {
  quotaStatus?: QuotaStatus;
}

export interface AgentDesk extends AgentReplies {
  /** In the agent's own order. */
  list(query: QueueQuery, agent: AgentMemberships): Promise<AgentQueuePage>;
  read(sessionId: string): Promise<Reading>;
  claim(sessionId: string, agent: SessionAgent): Promise<Claimed>;
  /**
   * Claims the first conversation that waits, of the agent's own groups before the others; undefined where
   * none does. Throws `conversation-limit` for an agent who has as many as one agent is offered.
   */
  claimNext(agent: SessionAgent & AgentMemberships): Promise<Claimed | undefined>;
  /** Any agent may mark a conversation. */
  markUrgent(sessionId: string, urgent: boolean): Promise<Moved>;
  /** Marks the message that the visitor left as answered, or takes the mark back. */
  markAnswered(sessionId: string, agent: SessionAgent, answered: boolean): Promise<Moved>;
  close(sessionId: string, agent: SessionAgent): Promise<Moved>;
  /** Returns the session to the queue. */
  release(sessionId: string, agent: SessionAgent): Promise<Moved>;
  /** Transfers the session to a recently active colleague; it counts as the colleague's claim. */
  transfer(sessionId: string, agent: SessionAgent, toOid: string): Promise<Claimed>;
}

type Dependencies = Pick<Ports, 'clock' | 'random' | 'realtime' | 'store'> & {
  conversations: Conversations;
  replies: AgentReplies;
  seats: SeatGate;
  colleagues: Colleagues;
  queue: Pick<AgentQueue, 'page'>;
  /** Makes two calls for the next conversation by one agent count each other's claims. */
  oneAtATime: OneAtATime;
  background: Background;
  /** How many claimed conversations an agent may have and still take the next one; 0: no limit. */
  conversationLimit: number;
};

/** What an action does to a session. */
type Rule = (session: SessionRecord) => Outcome & Pick<Activity, 'leftAnswer'>;

/** How many of those that wait are tried while other agents take the first ones. */
const TRIED_MOST = 20;
/** Why a conversation of the queue cannot be claimed any more. */
const GONE = new Set<string>(['already-claimed', 'session-closed', 'session-not-found']);

/** The agent's side of a conversation (Specification, States and transitions; docs/api.md, Agent surface). */
export function agentDesk(dependencies: Dependencies): AgentDesk {
  const { store, conversations, replies, seats, colleagues, realtime, clock, background } = dependencies;
  const { conversationLimit, queue, oneAtATime, random } = dependencies;
  const now = () => new Date(clock.now()).toISOString();

  /** Applies a rule to a session; `before` runs once it is clear that the rule changes it, and may refuse. */
  async function change(sessionId: string, rule: Rule, before?: () => Promise<void>): Promise<Moved> {
    const moved = await conversations.change(sessionId, async (conversation) => {
      const { session } = requireFound(conversation);
      const outcome = rule(session);
      if (!outcome.ok) throw refused(outcome.refusal, session);
      if (!outcome.changed) return { result: outcome };
      await before?.();
      const { session: after, leftAnswer } = outcome;
      const activity = leftAnswer && { id: random.uuid(), at: after.updatedAt, leftAnswer };
      return { commit: { session: after, ...(activity && { activity }) }, result: outcome };
    });
    return settled(moved);
  }

  /** The rule of a trigger, at the time when it is applied. */
  const by =
    (trigger: Trigger): Rule =>
    (session) =>
      apply(session, trigger, now());

  /** Assigns a session to an agent, who needs a seat: taken before, then recorded or given back. */
  async function handTo(owner: SessionAgent, sessionId: string, trigger: Trigger): Promise<Claimed> {
    const seat = seats.claimFor(owner.oid);
    let moved: Moved;
    try {
      moved = await change(sessionId, by(trigger), () => seat.take());
    } catch (error) {
      await seat.giveBack();
      throw error;
    }
    const { session, changed } = moved;
    const quotaStatus = await seat.record(changed ? session.updatedAt : (session.claimedAt ?? now()));
    background.run(realtime.join(owner.oid, sessionId));
    return { session, changed, ...(quotaStatus && { quotaStatus }) };
  }

  function claim(sessionId: string, claims: SessionAgent): Promise<Claimed> {
    const agent = sessionAgent(claims);
    return handTo(agent, sessionId, { type: 'claim', agent });
  }

  async function letGo(sessionId: string, agent: SessionAgent, trigger: Trigger): Promise<Moved> {
    const moved = await change(sessionId, by(trigger));
    background.run(realtime.leave(agent.oid, sessionId));
    return moved;
  }

  async function refuseBeyondLimit({ oid }: SessionAgent): Promise<void> {
    const { items } = await store.queue({
      status: 'claimed',
      claimedBy: oid,
      limit: conversationLimit,
      consistency: 'strong',
    });
    if (items.length >= conversationLimit) throw new AppError('conversation-limit', { limit: items.length });
  }

  async function claimFirst(agent: SessionAgent & AgentMemberships): Promise<Claimed | undefined> {
    const waiting = await queue.page({ status: 'human_requested', limit: TRIED_MOST }, agent);
    for (const { sessionId } of waiting.items) {
      try {
        const claimed = await claim(sessionId, agent);
        if (claimed.changed) return claimed;
      } catch (error) {
        // Taken or closed since the list was read: the next one.
        if (!(error instanceof AppError && GONE.has(error.code))) throw error;
      }
    }
    return undefined;
  }

  return {
    ...replies,
    list: queue.page,
    read: (sessionId) => readConversation(store, sessionId, clock.now()),
    claim,
    markUrgent: (sessionId, urgent) => change(sessionId, (session) => markUrgent(session, urgent, now())),
    markAnswered: (sessionId, agent, answered) =>
      change(sessionId, (session) => markAnswered(session, { answered, agent }, now())),

    async claimNext(agent) {
      if (conversationLimit === 0) return await claimFirst(agent);
      return await oneAtATime(agent.oid, async () => {
        await refuseBeyondLimit(agent);
        return await claimFirst(agent);
      });
    },
    close: (sessionId, agent) => letGo(sessionId, agent, { type: 'close', agent }),
    release: (sessionId, agent) => letGo(sessionId, agent, { type: 'release', agent }),

    async transfer(sessionId, agent, toOid) {
      const colleague = await colleagues.find(toOid);
      if (!colleague) throw new AppError('colleague-not-found');
      const to = sessionAgent(colleague);
      const handed = await handTo(to, sessionId, { type: 'transfer', agent, to });
      if (to.oid !== agent.oid) background.run(realtime.leave(agent.oid, sessionId));
      return handed;
    },
  };
}

function refused(code: AppError['code'], { claimedBy, claimedByName }: SessionRecord): AppError {
  return code === 'already-claimed' ? new AppError(code, { claimedBy, claimedByName }) : new AppError(code);
}
