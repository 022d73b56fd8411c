import { go } from '../../ui/router.ts';
import { conversationHref } from '../router.ts';
import type { Desk } from '../state/desk.ts';
import type { ThreadHandle } from '../thread/thread.tsx';

/** Claims and opens the conversation that has waited longest. `thread` is the open conversation. */
export async function claimNext(
  { actions, state }: Desk,
  thread: { current: ThreadHandle | null },
): Promise<void> {
  if (state.get().claimingNext) return;
  const sessionId = await actions.claimNext();
  if (sessionId === undefined) return;
  if (sessionId === state.get().openId) thread.current?.claimed();
  else go(conversationHref(sessionId));
}
