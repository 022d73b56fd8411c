import type { Message } from '../conversations/records/message.ts';
import type { ActionNotice } from '../conversations/records/action-notice.ts';
import type { Background } from '../platform/background.ts';
import type { Conversations } from '../conversations/conversations.ts';
import type { TurnLease } from './turn-lease.ts';

interface Dependencies {
  lease: TurnLease;
  conversations: Conversations;
  background: Background;
}

/**
 * Stores the running action of an answer for visitors who poll, in the background; the reply removes it.
 */
export function storeRunningAction(
  { sessionId, id: messageId }: Message,
  { title, progress, state }: ActionNotice,
  { lease, conversations, background }: Dependencies,
): void {
  if (state !== 'running') return;
  // This write makes the known version outdated.
  lease.takeWritten();
  const acting = { messageId, title, ...(progress !== undefined && { progress }) };
  background.run(
    conversations.change(sessionId, (conversation) =>
      conversation && lease.isIn(conversation.session)
        ? { commit: { session: { ...conversation.session, acting } }, result: undefined }
        : { result: undefined },
    ),
  );
}
