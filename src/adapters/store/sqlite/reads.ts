import { reviewOf } from '../../../conversations/rules/answer-review.ts';
import type { Message } from '../../../conversations/records/message.ts';
import type { ConversationStore } from '../../../ports.ts';
import { StoredMessageExtras, usageFrom, RECENT_BYTES, RECENT_MESSAGES } from '../stored-records.ts';
import type { Database } from './database.ts';
import type { Figures } from './figures.ts';
import {
  MESSAGE_COLUMNS,
  messageOf,
  number,
  OF_SESSION,
  sessionOf,
  text,
  usageIn,
  versionOf,
} from './rows.ts';

type Reads = Pick<
  ConversationStore,
  'load' | 'message' | 'messages' | 'usage' | 'count' | 'activity' | 'questionsToReview'
>;

export function reads(database: Database, figures: Figures): Reads {
  const { file, read } = database;
  const selectSession = file.prepare('SELECT pk, version, record FROM session WHERE session_id = ?');
  const selectRecent = file.prepare(
    `SELECT ${MESSAGE_COLUMNS} FROM message WHERE session = ? ORDER BY seq DESC LIMIT ${RECENT_MESSAGES}`,
  );
  const selectMessage = file.prepare(`SELECT ${MESSAGE_COLUMNS} FROM message WHERE ${OF_SESSION} AND id = ?`);
  const selectAfter = file.prepare(
    `SELECT ${MESSAGE_COLUMNS} FROM message WHERE ${OF_SESSION} AND seq > ? ORDER BY seq LIMIT ?`,
  );
  const selectUsage = file.prepare(
    `SELECT id, usage FROM message WHERE ${OF_SESSION} AND usage IS NOT NULL ORDER BY seq`,
  );
  const countStatus = file.prepare('SELECT count(*) AS sessions FROM session WHERE status = ?');
  const selectToReview = file.prepare(`
    SELECT session_id, question.id AS id, question.seq AS seq, question.content AS question,
      answer.created_at AS answered_at, answer.extras AS extras, session.record ->> '$.assistantId' AS assistant_id,
      coalesce(session.record ->> '$.visitor.name', session.record ->> '$.contact.name') AS visitor_name
    FROM message answer
    JOIN message question ON question.session = answer.session AND question.id = answer.extras ->> '$.replyTo'
    JOIN session ON session.pk = answer.session
    WHERE answer.to_review AND answer.created_at >= ? ORDER BY answer.created_at DESC LIMIT ?`);

  function recentMessages(sessionId: string, pk: number): Message[] {
    const newestFirst: Message[] = [];
    let bytes = 0;
    for (const row of selectRecent.iterate(pk)) {
      const message = messageOf(sessionId, row);
      newestFirst.push(message);
      bytes += Buffer.byteLength(message.content);
      if (bytes >= RECENT_BYTES) break;
    }
    return newestFirst.reverse();
  }

  return {
    load: (sessionId) =>
      read(() => {
        const row = selectSession.get(sessionId);
        if (!row) return undefined;
        const recent = recentMessages(sessionId, number(row, 'pk'));
        return { session: sessionOf(row), recent, version: versionOf(row) };
      }),

    message: (sessionId, messageId) =>
      read(() => {
        const row = selectMessage.get(sessionId, messageId);
        return row && messageOf(sessionId, row);
      }),

    messages: (sessionId, after = 0, limit = -1) =>
      read(() => selectAfter.all(sessionId, after, limit).map((row) => messageOf(sessionId, row))),

    usage: (sessionId) =>
      read(() =>
        selectUsage.all(sessionId).flatMap((row) => {
          const usage = usageIn(row);
          return usage ? usageFrom(sessionId, text(row, 'id'), usage) : [];
        }),
      ),

    count: (status) => read(() => number(countStatus.get(status) ?? {}, 'sessions')),

    activity: (from, to) => read(() => figures.between(from, to)),

    questionsToReview: (since, limit) =>
      read(() =>
        selectToReview.all(since, limit).map((row) => {
          const extras = StoredMessageExtras.parse(JSON.parse(text(row, 'extras')));
          const { assistant_id: assistantId, visitor_name: visitorName } = row;
          return {
            sessionId: text(row, 'session_id'),
            messageId: text(row, 'id'),
            seq: number(row, 'seq'),
            question: text(row, 'question'),
            ...reviewOf(
              { ...extras, createdAt: text(row, 'answered_at') },
              typeof visitorName === 'string' ? visitorName : undefined,
            ),
            ...(typeof assistantId === 'string' && { assistantId }),
          };
        }),
      ),
  };
}
