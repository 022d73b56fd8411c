import { holdsTurn, type Turn } from '../../domain/turn.ts';
import type { ActionNotice } from '../../domain/records/action-notice.ts';
import type { Background } from '../platform/background.ts';
import type { Conversations } from './conversations.ts';

interface Dependencies {
  conversations: Conversations;
  background: Background;
}

/**
 * Stores the running action of an answer for visitors who poll, in the background; the reply removes it.
 */
export function storeRunningAction(
  turn: Turn,
  { title, progress, state }: ActionNotice,
  { conversations, background }: Dependencies,
): void {
  if (state !== 'running') return;
  const { sessionId, id: messageId } = turn.message;
  turn.version = undefined;
  const acting = { messageId, title, ...(progress !== undefined && { progress }) };
  background.run(
    conversations.change(sessionId, (conversation) =>
      conversation && holdsTurn(conversation.session, turn)
        ? { commit: { session: { ...conversation.session, acting } }, result: undefined }
        : { result: undefined },
    ),
  );
}
