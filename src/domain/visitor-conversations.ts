/** How many conversations a visitor's list holds at most, the newest ones. */
export const LISTED_CONVERSATIONS = 20;

/** A visitor's sessions with one more, newest first; one that is known already moves to the front. */
export function withNewest(sessionIds: readonly string[], sessionId: string): string[] {
  return [sessionId, ...sessionIds.filter((it) => it !== sessionId)].slice(0, LISTED_CONVERSATIONS);
}
