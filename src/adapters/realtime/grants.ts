import { AGENTS_GROUP } from '../../ports.ts';
import type { Grant } from './local-hub-tokens.ts';

/** A visitor listens and sends in the group of their own session, and nowhere else. */
export function visitorGrant(sessionId: string): Grant {
  return {
    userId: sessionId,
    roles: [`webpubsub.joinLeaveGroup.${sessionId}`, `webpubsub.sendToGroup.${sessionId}`],
    groups: [sessionId],
  };
}

/** An agent is in the group of all agents and may enter the group of any session. */
export function agentGrant(oid: string): Grant {
  return {
    userId: oid,
    roles: ['webpubsub.joinLeaveGroup', 'webpubsub.sendToGroup'],
    groups: [AGENTS_GROUP],
  };
}
