import { randomUUID } from 'node:crypto';
import type { Message } from '../../../src/conversations/records/message.ts';
import { append, startSession } from '../../../src/conversations/rules/session-messages.ts';
import type { ConversationStore } from '../../../src/ports.ts';
import { START } from './conversations.ts';

/** Stores a conversation with this many short messages in one call. */
export async function longConversation(
  store: ConversationStore,
  sessionId: string,
  length: number,
): Promise<void> {
  let session = startSession(sessionId, START);
  const messages: Message[] = [];
  for (let n = 0; n < length; n++) {
    const next = append(session, { id: randomUUID(), role: 'visitor', content: `Word ${n}` }, START);
    session = next.session;
    messages.push(next.message);
  }
  await store.commit({ session, expected: 'absent', append: messages });
}
