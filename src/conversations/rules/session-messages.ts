import type { Message, MessageDraft } from '../records/message.ts';
import type { SessionRecord, SessionStart } from '../records/session.ts';
import { countAnswer } from './assistant-outcome.ts';
import { previewOf } from '../../lib/text.ts';

/** Maximum length of a visitor or agent message, in Unicode code points (docs/rules.md, Limits). */
export const MAX_MESSAGE_LENGTH = 4000;

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
      ...withLastWords(countAnswer(session, draft), draft, now),
      updatedAt: now,
      lastMessageAt: now,
      messageCount: seq,
      ...(seq === 1 && { opening: previewOf(draft.content) }),
      ...(snoozedUntil !== undefined && draft.role !== 'visitor' && { snoozedUntil }),
    },
  };
}

/**
 * Sets the fields of a message that lists show: its words, its author, and since when the visitor has no
 * reply. The assistant's reply counts until an agent is requested.
 */
function withLastWords(session: SessionRecord, { role, content }: MessageDraft, now: string): SessionRecord {
  const preview = previewOf(content);
  const { unansweredSince, ...answered } = session;
  switch (role) {
    case 'system':
      return session.preview === '' ? { ...session, preview } : session;
    case 'visitor':
      return {
        ...session,
        ...{ preview, lastFrom: role, asked: preview, visitorAt: now },
        unansweredSince: unansweredSince ?? now,
      };
    case 'assistant':
      return { ...(session.status === 'open' ? answered : session), preview, lastFrom: role };
    case 'agent':
      return { ...answered, preview, lastFrom: role };
  }
}
