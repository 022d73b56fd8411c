/** The maximum number of conversations in a visitor's list (the newest). */
export const LISTED_CONVERSATIONS = 20;

/** Moves a session id to the front of a visitor's list, or adds it. */
export function withNewest(sessionIds: readonly string[], sessionId: string): string[] {
  return [sessionId, ...sessionIds.filter((it) => it !== sessionId)].slice(0, LISTED_CONVERSATIONS);
}
