import { AppError } from '../../domain/errors.ts';
import {
  agentGroup,
  ALL_AGENTS,
  isSessionGroup,
  visitorsGroup,
  widgetGroup,
} from '../../domain/realtime-groups.ts';
import type { Grant } from './local-hub-tokens.ts';

/** How long a token can be used to connect, in minutes. A connection outlives it. */
export const TOKEN_MINUTES = 5;

/**
 * A visitor hears what is meant for their session, and sends in its group and nowhere else. A session's group is its bare
 * id, so that an id which is no UUID, such as `agents`, would name a group of another kind; requests were checked before.
 */
export function visitorGrant(sessionId: string, widgetId?: string): Grant {
  if (!isSessionGroup(sessionId)) throw new AppError('internal-error');
  return {
    userId: sessionId,
    roles: [`webpubsub.joinLeaveGroup.${sessionId}`, `webpubsub.sendToGroup.${sessionId}`],
    groups: [visitorsGroup(sessionId), sessionId, ...(widgetId === undefined ? [] : [widgetGroup(widgetId)])],
  };
}

/** An agent hears what is meant for them and for all agents, and may enter the group of any session. */
export function agentGrant(oid: string): Grant {
  return {
    userId: oid,
    roles: ['webpubsub.joinLeaveGroup', 'webpubsub.sendToGroup'],
    groups: [agentGroup(oid), ALL_AGENTS],
  };
}
