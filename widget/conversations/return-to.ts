import type { EarlierConversation } from '../panel/conversation-calls.ts';
import type { PanelContext } from '../panel/context.ts';
import { unsent } from '../panel/state.ts';

/** Returns to a conversation. Messages that did not arrive stay there until the visitor sends them. */
export const returnTo = (
  { chat, input, state }: PanelContext,
  earlier: EarlierConversation,
  renewal: string,
): void => {
  if (earlier.sessionId === state.sessionId) return;
  input.value = [...unsent(state).map((turn) => turn.text), input.value].filter(Boolean).join('\n');
  input.dispatchEvent(new Event('input'));
  chat.resume(earlier, renewal);
};
