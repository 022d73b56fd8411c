/**
 * The groups of the real-time channel. A session's own group is its id (docs/api.md, Real-time events); clients send `typing`
 * and `seen` there. All other groups carry what the server says, and the token alone decides who is in them. Their
 * prefixes keep the kinds apart: a session id is a UUID, so a visitor who names an agent's oid as their session is in
 * another group than that agent.
 */

type VisitorsGroup = `visitors:${string}`;
type AgentGroup = `agent:${string}`;

/** A group that no event goes to: its connections are closed together. */
export type WidgetGroup = `widget:${string}`;

/** A group that the server sends events to. */
export type EventGroup = VisitorsGroup | AgentGroup | 'agents';

/** All agents; they may send `typing` and `seen` here as well. */
export const ALL_AGENTS = 'agents';

/** The browsers of one session's visitor. */
export function visitorsGroup(sessionId: string): VisitorsGroup {
  return `visitors:${sessionId}`;
}

/** The windows of one agent. */
export function agentGroup(oid: string): AgentGroup {
  return `agent:${oid}`;
}

/** The visitors of one registered widget. */
export function widgetGroup(widgetId: string): WidgetGroup {
  return `widget:${widgetId}`;
}

/** The widget whose visitors a group is of; undefined for every other group. */
export function widgetOfGroup(group: string): string | undefined {
  return group.startsWith('widget:') ? group.slice('widget:'.length) : undefined;
}

export function isAgentGroup(group: string): group is AgentGroup {
  return group.startsWith('agent:');
}

/** Whether a name is that of a session's own group: a UUID in lower case. */
export function isSessionGroup(group: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(group);
}
