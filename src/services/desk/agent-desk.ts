import type { ClaimDecision, SeatClaim } from '../../core/seat-gate.ts';
import type { AgentMemberships } from '../../domain/agent-groups.ts';
import { AppError, invalidField, type ErrorCode } from '../../domain/errors.ts';
import { nowIso } from '../../domain/iso-time.ts';
import { markAnswered } from '../../domain/left-message.ts';
import type { Activity } from '../../domain/activity.ts';
import type { QuotaStatus } from '../../domain/records/plan.ts';
import { transition, type Outcome, type Trigger } from '../../core/session-state-machine.ts';
import { markUrgent } from '../../domain/agent-queue.ts';
import { isSnoozeTime, UNTIL_MESSAGE } from '../../domain/snooze-time.ts';
import { snooze } from '../../domain/snooze.ts';
import { tagSession, untagSession } from '../../domain/tags.ts';
import { sessionAgent } from '../../domain/agent-name.ts';
import type { SessionAgent, SessionRecord } from '../../domain/records/session.ts';
import type { Ports } from '../../ports.ts';
import type { AgentQueue } from './agent-queue.ts';
import type { AgentReplies } from './agent-replies.ts';
import type { Background } from '../platform/background.ts';
import type { Colleagues } from './colleagues.ts';
import { requireStored, type Conversations } from '../chat/conversations.ts';
import { requireFound, readConversation, type Reading } from '../chat/reading.ts';
import type { CurrentPlan } from '../reports/plan.ts';
import type { SeatGate } from './seat-gate.ts';
import type { Tags } from './tags.ts';

/** A session after an agent's action; `changed: false` if nothing had to change. */
interface SessionUpdate {
  session: SessionRecord;
  changed: boolean;
}

/** `quotaStatus` is present only while the plan's seat quota is exceeded. */
interface ClaimResult extends SessionUpdate {
  quotaStatus?: QuotaStatus;
}

type Dependencies = Pick<Ports, 'clock' | 'random' | 'realtime' | 'store'> & {
  conversations: Conversations;
  replies: AgentReplies;
  seats: Pick<SeatGate, 'decide' | 'revertClaim'>;
  plan: CurrentPlan;
  colleagues: Colleagues;
  queue: Pick<AgentQueue, 'page'>;
  tags: Pick<Tags, 'read'>;
  background: Background;
  /** The maximum number of an agent's claimed conversations for `claimNext`; 0: no limit. */
  conversationLimit: number;
};

/** A pure rule that applies an agent's action to a session. */
type Rule = (session: SessionRecord) => Outcome & Pick<Activity, 'leftAnswer'>;

/** A claim that was not refused. */
type Assigned = Extract<ClaimDecision, { decision: 'claimed' | 'already-claimed' }>;

/** How many waiting conversations `claimNext` tries while other agents claim the first ones. */
const MAX_TRIED = 20;
/** The errors after which `claimNext` tries the next conversation. */
const NOT_CLAIMABLE = new Set<string>(['already-claimed', 'session-closed', 'session-not-found']);

/** The agent's side of a conversation (docs/rules.md, Session states; docs/api.md, Agent surface). */
export function agentDesk(dependencies: Dependencies) {
  const { store, conversations, replies, seats, colleagues, realtime, clock, background } = dependencies;
  const { conversationLimit, queue, plan, random, tags } = dependencies;
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

  /** Assigns a session to an agent: takes the agent's seat, then stores the session. */
  async function assignTo(
    owner: SessionAgent,
    sessionId: string,
    trigger: SeatClaim['trigger'],
  ): Promise<ClaimResult> {
    const claimId = random.uuid();
    const taken: { seat?: true } = {};
    try {
      const assigned = await conversations.change<Assigned>(sessionId, async (conversation) => {
        const session = conversation?.session;
        const decided = await seats.decide({ id: claimId, trigger, session });
        switch (decided.decision) {
          case 'refused':
            throw refusalError(decided.refusal, session);
          case 'blocked':
            throw await seatQuotaExceeded(decided.quotaStatus);
          case 'already-claimed':
            return { result: decided };
          case 'claimed':
            taken.seat = true;
            return { commit: { session: decided.session }, result: decided };
        }
      });
      const { session, decision, quotaStatus } = requireStored(assigned);
      background.run(realtime.join(owner.oid, sessionId));
      return { session, changed: decision === 'claimed', ...(quotaStatus.exceeded && { quotaStatus }) };
    } catch (error) {
      if (taken.seat) await revertUnlessStored(claimId, sessionId, owner);
      throw error;
    }
  }

  /** Reverts the seat of a failed claim, unless the write succeeded and only its response was lost. */
  async function revertUnlessStored(
    claimId: string,
    sessionId: string,
    { oid }: SessionAgent,
  ): Promise<void> {
    const stored = await store.load(sessionId, 'strong');
    if (stored?.session.claimedBy !== oid) await seats.revertClaim(claimId);
  }

  async function seatQuotaExceeded(quotaStatus: QuotaStatus): Promise<AppError> {
    const { upgradeUrl } = await plan();
    return new AppError('seat-quota-exceeded', { upgradeUrl, ...quotaStatus });
  }

  function claim(sessionId: string, claims: SessionAgent): Promise<ClaimResult> {
    const agent = sessionAgent(claims);
    return assignTo(agent, sessionId, { type: 'claim', agent });
  }

  async function applyAndLeave(
    sessionId: string,
    agent: SessionAgent,
    trigger: Trigger,
  ): Promise<SessionUpdate> {
    const moved = await change(sessionId, by(trigger));
    background.run(realtime.leave(agent.oid, sessionId));
    return moved;
  }

  /** A soft limit: concurrent requests of one agent may exceed it. */
  async function refuseBeyondLimit({ oid }: SessionAgent): Promise<void> {
    if (conversationLimit === 0) return;
    const { items } = await store.queue({
      status: 'claimed',
      claimedBy: oid,
      limit: conversationLimit,
      consistency: 'strong',
    });
    if (items.length >= conversationLimit) throw new AppError('conversation-limit', { limit: items.length });
  }

  async function claimFirst(agent: SessionAgent & AgentMemberships): Promise<ClaimResult | undefined> {
    const waiting = await queue.page({ status: 'human_requested', limit: MAX_TRIED }, agent);
    for (const { sessionId } of waiting.items) {
      try {
        const claimed = await claim(sessionId, agent);
        if (claimed.changed) return claimed;
      } catch (error) {
        // It was claimed or closed since the list was read: tries the next one.
        if (!(error instanceof AppError && NOT_CLAIMABLE.has(error.code))) throw error;
      }
    }
    return undefined;
  }

  return {
    ...replies,
    /** The list in the order of `agentRank`. */
    list: queue.page,
    read: (sessionId: string): Promise<Reading> => readConversation(store, sessionId, clock.now()),
    claim,
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

    /**
     * Claims the first waiting conversation, those of the agent's groups first; undefined if no conversation
     * waits. Throws `conversation-limit` if the agent has reached the limit.
     */
    async claimNext(agent: SessionAgent & AgentMemberships): Promise<ClaimResult | undefined> {
      await refuseBeyondLimit(agent);
      return await claimFirst(agent);
    },
    close: (sessionId: string, agent: SessionAgent): Promise<SessionUpdate> =>
      applyAndLeave(sessionId, agent, { type: 'close', agent }),
    /** Returns the session to the queue. */
    release: (sessionId: string, agent: SessionAgent): Promise<SessionUpdate> =>
      applyAndLeave(sessionId, agent, { type: 'release', agent }),

    /** Transfers the session to a colleague seen in the last 12 hours; it takes a seat like a claim. */
    async transfer(sessionId: string, agent: SessionAgent, toOid: string): Promise<ClaimResult> {
      const colleague = await colleagues.find(toOid);
      if (!colleague) throw new AppError('colleague-not-found');
      const to = sessionAgent(colleague);
      const handed = await assignTo(to, sessionId, { type: 'transfer', agent, to });
      if (to.oid !== agent.oid) background.run(realtime.leave(agent.oid, sessionId));
      return handed;
    },
  };
}

function refusalError(code: ErrorCode, session: SessionRecord | undefined): AppError {
  const { claimedBy, claimedByName } = session ?? {};
  return code === 'already-claimed' ? new AppError(code, { claimedBy, claimedByName }) : new AppError(code);
}
