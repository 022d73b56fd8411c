import { AppError } from '../../core/errors.ts';
import {
  agentGroup,
  ALL_AGENTS,
  isSessionGroup,
  visitorsGroup,
  widgetGroup,
} from '../../platform/rules/realtime-groups.ts';
import type { VisitorClaims } from '../../conversations/rules/visitors.ts';
import type { Grant } from './local-hub-tokens.ts';

/** How long a token is valid for connecting, in minutes. */
export const TOKEN_MINUTES = 5;

/**
 * A visitor receives the messages of one session and may send only to its group, which is named by the
 * session id. The id must be a UUID, because another name, such as `agents`, would be a different kind of
 * group. Requests are validated before.
 */
export function visitorGrant(sessionId: string, claims?: Pick<VisitorClaims, 'widgetId' | 'visitor'>): Grant {
  if (!isSessionGroup(sessionId)) throw new AppError('internal-error');
  return {
    userId: sessionId,
    roles: [`webpubsub.joinLeaveGroup.${sessionId}`, `webpubsub.sendToGroup.${sessionId}`],
    groups: [
      visitorsGroup(sessionId, claims?.visitor !== undefined),
      sessionId,
      ...(claims ? [widgetGroup(claims.widgetId)] : []),
    ],
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
