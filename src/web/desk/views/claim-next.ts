import { go } from '../../ui/router.ts';
import { conversationHref } from '../router.ts';
import type { Desk } from '../state/desk.ts';

/** Claims the conversation that waits longest, and opens it. */
export async function claimNext({ actions, state }: Desk): Promise<void> {
  if (state.get().claimingNext) return;
  const sessionId = await actions.claimNext();
  if (sessionId !== undefined) go(conversationHref(sessionId));
}
