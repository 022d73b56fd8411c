import type { Message } from '../../../domain/records/message.ts';
import type { ConversationStore } from '../../../ports.ts';
import { usageFrom, RECENT_BYTES, RECENT_MESSAGES } from '../documents.ts';
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
  'load' | 'message' | 'messages' | 'usage' | 'count' | 'activity' | 'unanswered'
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
  const selectUnanswered = file.prepare(`
    SELECT session_id, question.id AS id, question.seq AS seq, question.content AS question, answer.created_at AS at
    FROM message answer
    JOIN message question ON question.session = answer.session AND question.id = answer.extras ->> '$.replyTo'
    JOIN session ON session.pk = answer.session
    WHERE answer.unanswered AND answer.created_at >= ? ORDER BY answer.created_at DESC LIMIT ?`);

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

    unanswered: (since, limit) =>
      read(() =>
        selectUnanswered.all(since, limit).map((row) => ({
          sessionId: text(row, 'session_id'),
          messageId: text(row, 'id'),
          seq: number(row, 'seq'),
          question: text(row, 'question'),
          at: text(row, 'at'),
        })),
      ),
  };
}
