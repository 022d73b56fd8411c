import type { Message, MessageDraft } from './records/message.ts';
import type { SessionRecord, SessionStart } from './records/session.ts';
import { previewOf } from './text.ts';

/** Creates a session without messages. */
export function startSession(sessionId: string, now: string, about: SessionStart = {}): SessionRecord {
  return {
    sessionId,
    status: 'open',
    createdAt: now,
    updatedAt: now,
    lastMessageAt: now,
    messageCount: 0,
    inputTokens: 0,
    outputTokens: 0,
    cost: 0,
    preview: '',
    turns: {},
    ...about,
  };
}

/** Appends a message with the next `seq`. A visitor's message ends a snooze. */
export function append(
  { snoozedUntil, ...session }: SessionRecord,
  draft: MessageDraft,
  now: string,
): { session: SessionRecord; message: Message } {
  const seq = session.messageCount + 1;
  return {
    message: { ...draft, sessionId: session.sessionId, seq, createdAt: now },
    session: {
      ...session,
      updatedAt: now,
      lastMessageAt: now,
      messageCount: seq,
      preview: previewOf(draft.content),
      ...(seq === 1 && { opening: previewOf(draft.content) }),
      ...(snoozedUntil !== undefined && draft.role !== 'visitor' && { snoozedUntil }),
    },
  };
}
