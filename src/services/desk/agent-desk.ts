import { AppError } from '../../domain/errors.ts';
import type { QuotaStatus } from '../../domain/records/plan.ts';
import { apply, sessionAgent, type Trigger } from '../../domain/session.ts';
import type { SessionAgent, SessionRecord } from '../../domain/records/session.ts';
import type { Page, Ports, QueueQuery } from '../../ports.ts';
import type { AgentReplies } from './agent-replies.ts';
import type { Background } from '../platform/background.ts';
import type { Colleagues } from './colleagues.ts';
import { settled, type Conversations } from '../chat/conversations.ts';
import { requireFound, readConversation, type Reading } from '../chat/reading.ts';
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
  list(query: QueueQuery): Promise<Page<SessionRecord>>;
  read(sessionId: string): Promise<Reading>;
  claim(sessionId: string, agent: SessionAgent): Promise<Claimed>;
  close(sessionId: string, agent: SessionAgent): Promise<Moved>;
  /** Returns the session to the queue. */
  release(sessionId: string, agent: SessionAgent): Promise<Moved>;
  /** Transfers the session to a recently active colleague; it counts as the colleague's claim. */
  transfer(sessionId: string, agent: SessionAgent, toOid: string): Promise<Claimed>;
}

type Dependencies = Pick<Ports, 'clock' | 'realtime' | 'store'> & {
  conversations: Conversations;
  replies: AgentReplies;
  seats: SeatGate;
  colleagues: Colleagues;
  background: Background;
};

/** The agent's side of a conversation (Specification, States and transitions; docs/api.md, Agent surface). */
export function agentDesk(dependencies: Dependencies): AgentDesk {
  const { store, conversations, replies, seats, colleagues, realtime, clock, background } = dependencies;
  const now = () => new Date(clock.now()).toISOString();

  /**
   * Applies a trigger to a session; `before` runs once it is clear that the trigger changes it, and may
   * refuse.
   */
  async function move(sessionId: string, trigger: Trigger, before?: () => Promise<void>): Promise<Moved> {
    const moved = await conversations.change(sessionId, async (conversation) => {
      const { session } = requireFound(conversation);
      const outcome = apply(session, trigger, now());
      if (!outcome.ok) throw refused(outcome.refusal, session);
      if (!outcome.changed) return { result: outcome };
      await before?.();
      return { commit: { session: outcome.session }, result: outcome };
    });
    return settled(moved);
  }

  /** Assigns a session to an agent, who needs a seat: taken before, then recorded or given back. */
  async function handTo(owner: SessionAgent, sessionId: string, trigger: Trigger): Promise<Claimed> {
    const seat = seats.claimFor(owner.oid);
    let moved: Moved;
    try {
      moved = await move(sessionId, trigger, () => seat.take());
    } catch (error) {
      await seat.giveBack();
      throw error;
    }
    const { session, changed } = moved;
    const quotaStatus = await seat.record(changed ? session.updatedAt : (session.claimedAt ?? now()));
    background.run(realtime.join(owner.oid, sessionId));
    return { session, changed, ...(quotaStatus && { quotaStatus }) };
  }

  async function letGo(sessionId: string, agent: SessionAgent, trigger: Trigger): Promise<Moved> {
    const moved = await move(sessionId, trigger);
    background.run(realtime.leave(agent.oid, sessionId));
    return moved;
  }

  return {
    ...replies,
    list: (query) => store.queue(query),
    read: (sessionId) => readConversation(store, sessionId, clock.now()),
    claim(sessionId, claims) {
      const agent = sessionAgent(claims);
      return handTo(agent, sessionId, { type: 'claim', agent });
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
