import { lruCache } from '../../domain/caching.ts';
import { MAX_ACTIONS_PER_CONVERSATION } from '../../domain/records/action.ts';
import type { SessionRecord } from '../../domain/records/session.ts';

/** Counts the actions of conversations, those of agents excepted. */
export interface ActionQuota {
  /** Counts one more; false where the conversation has had all of its actions. */
  take(session: Pick<SessionRecord, 'sessionId' | 'actionCalls'>): boolean;
}

const MAX_CONVERSATIONS = 1_000;

/**
 * The count is stored with the conversation, after the action. The instance also counts in memory, so that
 * answers that run at the same time do not have more.
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
