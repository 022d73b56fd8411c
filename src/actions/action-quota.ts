import { lruCache } from '../lib/caching.ts';
import { MAX_ACTIONS_PER_CONVERSATION } from './records/action.ts';
import type { SessionRecord } from '../conversations/records/session.ts';

const MAX_CONVERSATIONS = 1_000;

/**
 * The count is stored with the conversation after the action. The instance also counts in memory, so that
 * concurrent answers do not exceed the limit.
 */
export function actionQuota() {
  const counts = lruCache<{ calls: number }>(MAX_CONVERSATIONS);
  return {
    /** Counts one action; false if the conversation has reached MAX_ACTIONS_PER_CONVERSATION. */
    take({ sessionId, actionCalls = 0 }: Pick<SessionRecord, 'sessionId' | 'actionCalls'>): boolean {
      const counted = counts(sessionId, () => ({ calls: 0 }));
      counted.calls = Math.max(counted.calls, actionCalls);
      if (counted.calls >= MAX_ACTIONS_PER_CONVERSATION) return false;
      counted.calls++;
      return true;
    },
  };
}

/** Limits the actions per conversation; agents' actions are not counted. */
export type ActionQuota = ReturnType<typeof actionQuota>;
