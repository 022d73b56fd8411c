import { AppError } from '../../domain/errors.ts';
import {
  agentGroup,
  ALL_AGENTS,
  isSessionGroup,
  visitorsGroup,
  widgetGroup,
} from '../../domain/realtime-groups.ts';
import type { Grant } from './local-hub-tokens.ts';

/** How long a token can be used to connect, in minutes. */
export const TOKEN_MINUTES = 5;

/**
 * A visitor receives the messages of their session, and may send to its group only. The name of a session's
 * group is the session id. It must be a UUID, because another id, such as `agents`, would name a group of
 * another kind. Requests were validated before.
 */
export function visitorGrant(sessionId: string, widgetId?: string): Grant {
  if (!isSessionGroup(sessionId)) throw new AppError('internal-error');
  return {
    userId: sessionId,
    roles: [`webpubsub.joinLeaveGroup.${sessionId}`, `webpubsub.sendToGroup.${sessionId}`],
    groups: [visitorsGroup(sessionId), sessionId, ...(widgetId === undefined ? [] : [widgetGroup(widgetId)])],
  };
}

/** An agent receives messages for that agent and for all agents, and may join the group of any session. */
export function agentGrant(oid: string): Grant {
  return {
    userId: oid,
    roles: ['webpubsub.joinLeaveGroup', 'webpubsub.sendToGroup'],
    groups: [agentGroup(oid), ALL_AGENTS],
  };
}
