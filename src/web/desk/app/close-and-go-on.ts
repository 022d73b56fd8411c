import { go } from '../../ui/router.ts';
import { nextToAnswer } from '../model/rows.ts';
import { conversationHref } from '../router.ts';
import type { Desk } from '../state/desk.ts';
import { isHandling } from '../state/state.ts';

/** Closes a conversation. If it is open, the next one that needs the agent is opened. */
export function closeAndGoOn(desk: Desk, sessionId: string): void {
  desk.closings.close(sessionId);
  const state = desk.state.get();
  if (state.openId !== sessionId) return;
  const next = nextToAnswer(state.rows, (row) => isHandling(state, row), state.own);
  if (next !== undefined) go(conversationHref(next));
}

/** Undoes a close, by default the latest one, and opens the conversation again. */
export function undoClose(desk: Desk, sessionId?: string): void {
  const undone = sessionId ?? desk.closings.latest();
  if (undone === undefined) return;
  desk.closings.undo(undone);
  go(conversationHref(undone));
}
