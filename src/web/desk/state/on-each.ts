import type { Store } from '../../ui/store.ts';
import { conversationOf, type DeskState } from './state.ts';

/** A conversation for which an action failed, and why. */
export interface Refused {
  sessionId: string;
  reason: string;
}

/**
 * Runs an action on conversations one after the other, each by the rules of one. Resolves to those for which
 * it failed; the others are done.
 */
export async function onEach(
  state: Store<DeskState>,
  sessionIds: readonly string[],
  act: (sessionId: string) => Promise<boolean>,
): Promise<Refused[]> {
  const refused: Refused[] = [];
  for (const sessionId of sessionIds) {
    if (await act(sessionId)) continue;
    const { notice } = conversationOf(state.get(), sessionId);
    const reason = notice?.sentence ?? state.get().refusedSeat?.sentence ?? 'Try again.';
    refused.push({ sessionId, reason });
  }
  return refused;
}
