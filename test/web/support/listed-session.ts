import type { ListedSession } from '../../../src/conversations/records/public-session.ts';

const AT = '2026-11-20T17:00:00.000Z';

/** A row of the desk's list: an open conversation of two messages, with other fields by `changes`. */
export const listedSession = (sessionId: string, changes: Partial<ListedSession> = {}): ListedSession => ({
  sessionId,
  status: 'open',
  createdAt: AT,
  updatedAt: AT,
  lastMessageAt: AT,
  messageCount: 2,
  inputTokens: 0,
  outputTokens: 0,
  cost: 0,
  opening: 'Hello',
  preview: 'Hi',
  ...changes,
});
