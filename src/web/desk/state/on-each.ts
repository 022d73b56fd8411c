import type { Store } from '../../ui/store.ts';
import { conversationOf, type DeskState } from './state.ts';

/** A conversation for which an action failed, with the reason. */
export interface FailedAction {
  sessionId: string;
  reason: string;
}

/** Runs an action on conversations one after the other. Resolves to the conversations for which it failed. */
export async function forEachSession(
  state: Store<DeskState>,
  sessionIds: readonly string[],
  act: (sessionId: string) => Promise<boolean>,
): Promise<FailedAction[]> {
  const refused: FailedAction[] = [];
  for (const sessionId of sessionIds) {
    if (await act(sessionId)) continue;
    const { notice } = conversationOf(state.get(), sessionId);
    const reason = notice?.sentence ?? state.get().refusedSeat?.sentence ?? 'Try again.';
    refused.push({ sessionId, reason });
  }
  return refused;
}
