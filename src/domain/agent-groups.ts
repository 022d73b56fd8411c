import type { Session } from './records/session.ts';
import { queueRank } from './agent-queue.ts';

/** The agent's groups and app roles in the business's directory, by the agent's token. */
export interface AgentMemberships {
  /** Ids or names of groups, and values of app roles, as the token has them. */
  memberships: readonly string[];
  /** The agent is in more groups than a token holds, so `memberships` has only the app roles. */
  groupsLeftOut?: true;
}

/** A registered widget with the groups and app roles of the agents whom its conversations are for. */
export interface GroupedWidget {
  id: string;
  agentGroups: readonly string[];
}

/** The ids of registered widgets that are for an agent's own groups. */
export type AgentGroupWidgets = ReadonlySet<string>;

export const NO_GROUP_WIDGETS: AgentGroupWidgets = new Set();

const folded = (name: string) => name.trim().toLowerCase();

/**
 * The widgets that name one of an agent's groups or app roles, upper and lower case alike: tools differ in
 * how they write the id of a group.
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

/** Whether a conversation waits for the agent's own groups. */
export function waitsForOwnGroups(
  { status, widget }: Pick<Session, 'status' | 'widget'>,
  own: AgentGroupWidgets,
): boolean {
  return status === 'human_requested' && widget !== undefined && own.has(widget.id);
}

/**
 * The sort key of the list as one agent sees it. Conversations for the agent's own groups come first. Each
 * part is in the order of `queueRank`, so that an urgent conversation comes first in its part.
 */
export function agentRank(session: Session, own: AgentGroupWidgets): string {
  return `${waitsForOwnGroups(session, own) ? '0' : '1'}${queueRank(session)}`;
}
