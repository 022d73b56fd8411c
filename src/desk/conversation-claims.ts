import type { ClaimDecision, SeatClaim } from '../core/seat-gate.ts';
import { sessionAgent, type AgentMemberships } from '../conversations/rules/agent-groups.ts';
import { AppError, type ErrorCode } from '../core/errors.ts';
import { nowIso } from '../lib/fields.ts';
import { continuationIdOf } from '../conversations/rules/ids.ts';
import { continueSession, isContinuable, isHere, keptForOther } from '../conversations/rules/thread.ts';
import type { Message } from '../conversations/records/message.ts';
import type { QuotaStatus } from '../publisher/records/plan.ts';
import type { SessionAgent, SessionRecord } from '../conversations/records/session.ts';
import type { Ports } from '../ports.ts';
import type { AgentQueue } from './agent-queue.ts';
import type { Background } from '../platform/background.ts';
import type { Colleagues } from '../availability/colleagues.ts';
import { requireStored, type Conversations } from '../conversations/conversations.ts';
import type { Threads } from '../conversations/threads.ts';
import type { CurrentPlan } from '../publisher/plan.ts';
import type { StoredSeats } from '../publisher/stored-seats.ts';

/** A session after an agent's action; `changed: false` if nothing had to change. */
export interface SessionUpdate {
  session: SessionRecord;
  changed: boolean;
}

/** `quotaStatus` is present only while the plan's seat quota is exceeded. */
export interface ClaimResult extends SessionUpdate {
  quotaStatus?: QuotaStatus;
}

type Dependencies = Pick<Ports, 'clock' | 'random' | 'realtime' | 'store'> & {
  conversations: Conversations;
  threads: Pick<Threads, 'markContinued'>;
  seats: Pick<StoredSeats, 'revertClaim' | 'take'>;
  plan: CurrentPlan;
  colleagues: Colleagues;
  queue: Pick<AgentQueue, 'page'>;
  background: Background;
  /** The maximum number of an agent's claimed conversations for `claimNext`; 0: no limit. */
  conversationLimit: number;
};

/** A claim that was not refused. */
type Assigned = Extract<ClaimDecision, { decision: 'claimed' | 'repeat' }>;

/** How many waiting conversations `claimNext` tries while other agents claim the first ones. */
const MAX_TRIED = 20;
/** The errors after which `claimNext` tries the next conversation. */
const NOT_CLAIMABLE = new Set<string>(['already-claimed', 'session-closed', 'session-not-found']);

export type ConversationClaims = ReturnType<typeof conversationClaims>;

/** How conversations get their agent: each claim takes the agent's seat (docs/rules.md, Seats). */
export function conversationClaims(dependencies: Dependencies) {
  const { store, conversations, seats, colleagues, realtime, clock, background } = dependencies;
  const { conversationLimit, queue, plan, random, threads } = dependencies;
  const now = () => nowIso(clock);

  /**
   * Assigns a session to an agent: takes the agent's seat, then stores the session. `closed`: the session
   * that it continues, if it does not exist yet.
   */
  async function assignTo(
    owner: SessionAgent,
    sessionId: string,
    trigger: SeatClaim['trigger'],
    closed?: SessionRecord,
  ): Promise<ClaimResult> {
    const claimId = random.uuid();
    const taken: { seat?: true } = {};
    try {
      const assigned = await conversations.change<Assigned>(sessionId, async (conversation) => {
        const started = conversation || !closed ? undefined : continueSession(closed, random.uuid(), now());
        const session = conversation?.session ?? started?.session;
        const decided = await seats.take({ id: claimId, trigger, session });
        switch (decided.decision) {
          case 'refused':
            throw refusalError(decided.refusal, session);
          case 'blocked':
            throw await seatQuotaExceeded(decided.quotaStatus);
          case 'repeat':
            return { result: decided };
          case 'claimed':
            taken.seat = true;
            return {
              commit: { session: decided.session, ...beginningOf(started?.message) },
              result: decided,
            };
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

  function claim(sessionId: string, caller: SessionAgent): Promise<ClaimResult> {
    const agent = sessionAgent(caller);
    return assignTo(agent, sessionId, { type: 'claim', agent });
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

  /** Whether a conversation goes to the agent of its thread first, who is there. */
  async function isKeptForOther(session: SessionRecord, { oid }: SessionAgent): Promise<boolean> {
    const other = keptForOther(session, oid, clock.now());
    return other !== undefined && isHere(await colleagues.find(other), clock.now());
  }

  async function claimFirst(agent: SessionAgent & AgentMemberships): Promise<ClaimResult | undefined> {
    const waiting = await queue.page({ status: 'human_requested', limit: MAX_TRIED }, agent);
    const isOwn = ({ formerAgent }: SessionRecord) => formerAgent?.oid === agent.oid;
    const own = waiting.items.filter(isOwn);
    for (const session of [...own, ...waiting.items.filter((one) => !isOwn(one))]) {
      const { sessionId } = session;
      if (await isKeptForOther(session, agent)) continue;
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

  /** The conversation in which a reply to a closed one is sent; the agent has claimed it. */
  async function reopen(newest: SessionRecord, agent: SessionAgent): Promise<ClaimResult> {
    if (newest.status !== 'closed') return await claim(newest.sessionId, agent);
    if (!isContinuable(newest)) throw new AppError('session-closed');
    const id = continuationIdOf(newest.sessionId);
    const claimed = await assignTo(agent, id, { type: 'claim', agent }, newest);
    threads.markContinued(claimed.session);
    return claimed;
  }

  return {
    claim,
    reopen,

    /**
     * Claims the first waiting conversation: those of the agent's threads first, then those of their groups.
     * Undefined if no conversation waits. Throws `conversation-limit` if the agent has reached the limit.
     */
    async claimNext(agent: SessionAgent & AgentMemberships): Promise<ClaimResult | undefined> {
      await refuseBeyondLimit(agent);
      return await claimFirst(agent);
    },

    /** Transfers the session to a colleague; it takes a seat like a claim. */
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

/** The message that divides a new session from the one that it continues, and its figures. */
function beginningOf(message: Message | undefined) {
  if (!message) return {};
  const { id, createdAt: at } = message;
  return { append: [message], activity: { id, at, conversations: 1 } };
}

export function refusalError(code: ErrorCode, session: SessionRecord | undefined): AppError {
  const { claimedBy, claimedByName } = session ?? {};
  return code === 'already-claimed' ? new AppError(code, { claimedBy, claimedByName }) : new AppError(code);
}
