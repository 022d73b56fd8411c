import type { AgentActivity } from '../availability/rules/agent-status.ts';
import type { ClosedGroup, EventGroup } from '../platform/rules/realtime-groups.ts';
import type { Message, VisitorMessage } from '../conversations/records/message.ts';
import type { Tag } from '../conversations/records/tag.ts';
import type { SessionAgent } from '../conversations/records/session.ts';
import type { VisitorSession } from '../conversations/records/session-for-visitor.ts';
import type { Session } from '../conversations/records/public-session.ts';
import type { VisitorClaims } from '../conversations/rules/visitors.ts';

/**
 * An event of the server on the real-time channel. Events can be lost; the data is stored before it is sent.
 */
export type RealtimeEvent =
  | { type: 'typing'; sessionId: string; from: 'agent' }
  | { type: 'seen'; sessionId: string; from: 'agent'; seq: number }
  | { type: 'presence'; sessionId: string; agent: SessionAgent; activity: AgentActivity }
  | { type: 'mention'; sessionId: string }
  /** A note was added, edited or removed. */
  | { type: 'notes'; sessionId: string }
  | { type: 'message'; sessionId: string; message: Message | VisitorMessage }
  | { type: 'session'; session: Session | VisitorSession }
  | { type: 'tags'; tags: readonly Tag[] };

export interface RealtimeAccess {
  userId: string;
  url: string;
  expiresAt: string;
}

/** The real-time service. Failure is `realtime-unavailable`. */
export interface Realtime {
  /**
   * Connection info for a visitor: receive, and send to the group of their session. `claims`: those of a
   * registered widget's visitor.
   */
  visitorAccess(
    sessionId: string,
    serviceOrigin: string,
    claims?: Pick<VisitorClaims, 'widgetId' | 'visitor'>,
  ): Promise<RealtimeAccess>;
  /** Connection info for an agent: join and send to the group `agents` and the sessions' groups. */
  agentAccess(oid: string, serviceOrigin: string): Promise<RealtimeAccess>;
  /**
   * Sends to every connection in a group. Events are not addressed to user ids, because a visitor can use any
   * UUID, such as an agent's oid, as session id.
   */
  toGroup(group: EventGroup, event: RealtimeEvent): Promise<void>;
  /** Adds every connection of an agent to the group of a session, or removes it. */
  join(oid: string, sessionId: string): Promise<void>;
  leave(oid: string, sessionId: string): Promise<void>;
  /** The oids of the agents with at least one open connection, without duplicates, in no order. */
  connectedAgents(): Promise<string[]>;
  isVisitorConnected(sessionId: string): Promise<boolean>;
  /** Closes every connection in a group. Tokens issued before can connect again until they expire. */
  disconnect(group: ClosedGroup): Promise<void>;
  close(): Promise<void>;
}
