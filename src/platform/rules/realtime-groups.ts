/**
 * The groups of the real-time channel. A session's own group is its id (docs/api.md, Real-time events);
 * clients send `typing` and `seen` there. All other groups carry the server's events, and only tokens grant
 * membership. Prefixes keep the kinds apart: a session id is a UUID, so a visitor who uses an agent's oid as
 * session id is in another group than that agent.
 */

type VisitorsGroup = `visitors:${string}` | `signed-in:${string}`;
type AgentGroup = `agent:${string}`;

/** A group without events: its connections are closed together. */
type WidgetGroup = `widget:${string}`;

/** A group whose connections are closed when its members may no longer listen. */
export type ClosedGroup = VisitorsGroup | WidgetGroup;

/** A group that the server sends events to. */
export type EventGroup = VisitorsGroup | AgentGroup | 'agents';

/** The group of all agents; they may also send `typing` and `seen` to it. */
export const ALL_AGENTS = 'agents';

/**
 * The group of the visitor's browsers of a session. It changes when a visitor signs in, so that a token from
 * before hears nothing of what they write.
 */
export function visitorsGroup(sessionId: string, isSignedIn = false): VisitorsGroup {
  return isSignedIn ? `signed-in:${sessionId}` : `visitors:${sessionId}`;
}

/** The group of an agent's browsers. */
export function agentGroup(oid: string): AgentGroup {
  return `agent:${oid}`;
}

/** The group of the visitors of a registered widget. */
export function widgetGroup(widgetId: string): WidgetGroup {
  return `widget:${widgetId}`;
}

/** The widget id of a `widget:` group; undefined for other groups. */
export function widgetOfGroup(group: string): string | undefined {
  return group.startsWith('widget:') ? group.slice('widget:'.length) : undefined;
}

export function isAgentGroup(group: string): group is AgentGroup {
  return group.startsWith('agent:');
}

/** Whether a name is a session's own group: a UUID in lower case. */
export function isSessionGroup(group: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(group);
}
