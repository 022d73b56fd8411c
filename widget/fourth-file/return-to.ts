import type { EarlierConversation } from '../conversation-calls.ts';
import { chat, input, state } from '../second-file/context.ts';
import { unsent } from '../second-file/first-file-parts.ts';

/** Returns to a conversation. Messages that did not arrive stay there until the visitor sends them. */
export const returnTo = (earlier: EarlierConversation, renewal: string): void => {
  if (earlier.sessionId === state.sessionId) return;
  input.value = [...unsent(state).map((turn) => turn.text), input.value].filter(Boolean).join('\n');
  input.dispatchEvent(new Event('input'));
  chat.resume(earlier, renewal);
};
