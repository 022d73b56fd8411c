import type { SessionAgent } from '../records/session.ts';
import type { Session } from '../records/public-session.ts';
import { queueRank } from './agent-queue.ts';

/** The agent's groups and app roles, from the agent's token. */
export interface AgentMemberships {
  /** Ids or names of groups, and values of app roles; unchanged from the token. */
  memberships: readonly string[];
  /** Groups overage: the agent has too many groups for a token, so `memberships` has only the app roles. */
  groupsLeftOut?: true;
}

/** A registered widget with the groups and app roles of the agents who answer its conversations. */
export interface GroupedWidget {
  id: string;
  agentGroups: readonly string[];
}

/** The ids of the registered widgets that are assigned to an agent's groups. */
export type AgentGroupWidgets = ReadonlySet<string>;

export const NO_GROUP_WIDGETS: AgentGroupWidgets = new Set();

const folded = (name: string) => name.trim().toLowerCase();

/**
 * The widgets that name one of an agent's groups or app roles. Case is ignored, because tools differ in how
 * they write group ids.
 */
export function agentGroupWidgets(
  widgets: readonly GroupedWidget[],
  { memberships }: AgentMemberships,
): AgentGroupWidgets {
  const names = new Set(memberships.map(folded));
  return new Set(
    widgets
      .filter(({ agentGroups }) => agentGroups.some((group) => names.has(folded(group))))
      .map(({ id }) => id),
  );
}

/** Whether a conversation waits for an agent of the agent's own groups. */
export function waitsForOwnGroups(
  { status, widget, queuedFor = widget?.id }: Pick<Session, 'status' | 'widget' | 'queuedFor'>,
  own: AgentGroupWidgets,
): boolean {
  return status === 'human_requested' && queuedFor !== undefined && own.has(queuedFor);
}

/**
 * The sort key of one agent's list, ascending: conversations for the agent's own groups first, then the
 * others, each part in the order of `queueRank`.
 */
export function agentRank(session: Session, own: AgentGroupWidgets): string {
  return `${waitsForOwnGroups(session, own) ? '0' : '1'}${queueRank(session)}`;
}

const ADDRESS = /\S@\S/;

/**
 * An agent as stored in sessions and messages, and shown to visitors. A name that is an e-mail address is
 * replaced, because directories without display names send the address.
 */
export function sessionAgent({ oid, name }: SessionAgent): SessionAgent {
  return { oid, name: name.trim() === '' || ADDRESS.test(name) ? 'Agent' : name };
}
