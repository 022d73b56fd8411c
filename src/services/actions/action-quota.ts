import { lruCache } from '../../domain/caching.ts';
import { MAX_ACTIONS_PER_CONVERSATION } from '../../domain/records/action.ts';
import type { SessionRecord } from '../../domain/records/session.ts';

/** Limits the actions per conversation; agents' actions are not counted. */
export interface ActionQuota {
  /** Counts one action; false if the conversation has reached MAX_ACTIONS_PER_CONVERSATION. */
  take(session: Pick<SessionRecord, 'sessionId' | 'actionCalls'>): boolean;
}

const MAX_CONVERSATIONS = 1_000;

/**
 * The count is stored with the conversation after the action. The instance also counts in memory, so that
 * concurrent answers do not exceed the limit.
 */
export function actionQuota(): ActionQuota {
  const counts = lruCache<{ calls: number }>(MAX_CONVERSATIONS);
  return {
    take({ sessionId, actionCalls = 0 }) {
      const counted = counts(sessionId, () => ({ calls: 0 }));
      counted.calls = Math.max(counted.calls, actionCalls);
      if (counted.calls >= MAX_ACTIONS_PER_CONVERSATION) return false;
      counted.calls++;
      return true;
    },
  };
}
