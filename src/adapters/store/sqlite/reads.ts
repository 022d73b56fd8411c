import type { Message } from '../../../domain/records/message.ts';
import type { ConversationStore } from '../../../ports.ts';
import { usageFrom, RECENT_BYTES, RECENT_MESSAGES } from '../documents.ts';
import type { Database } from './database.ts';
import { ask, ROWS_PER_TURN } from './read-turns.ts';
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
  type Row,
} from './rows.ts';

type Reads = Pick<
  ConversationStore,
  'load' | 'message' | 'messages' | 'usage' | 'count' | 'activity' | 'unanswered'
>;

/** Reads of single conversations, and the figures. */
export function reads(database: Database, figures: Figures): Reads {
  const { file, read } = database;
  const selectSession = file.prepare('SELECT pk, version, record FROM session WHERE session_id = ?');
  const selectRecent = file.prepare(
    `SELECT ${MESSAGE_COLUMNS} FROM message WHERE session = ? ORDER BY seq DESC LIMIT ${RECENT_MESSAGES}`,
  );
  const selectMessage = file.prepare(`SELECT ${MESSAGE_COLUMNS} FROM message WHERE ${OF_SESSION} AND id = ?`);
  const selectAfter = file.prepare(
    `SELECT ${MESSAGE_COLUMNS} FROM message WHERE ${OF_SESSION} AND seq > ? ORDER BY seq LIMIT ${ROWS_PER_TURN}`,
  );
  const selectUsage = file.prepare(
    `SELECT id, seq, usage FROM message WHERE ${OF_SESSION} AND seq > ? AND usage IS NOT NULL
    ORDER BY seq LIMIT ${ROWS_PER_TURN}`,
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

  /** The rows of a conversation in `seq` order; a long one is read in several turns of the event loop. */
  async function inTurns<T>(
    sessionId: string,
    after: number,
    select: typeof selectAfter,
    parse: (row: Row) => T,
  ): Promise<T[]> {
    const found: T[] = [];
    let from = after;
    for (;;) {
      const rows = await ask(() => select.all(sessionId, from));
      for (const row of rows) found.push(parse(row));
      const last = rows.at(-1);
      if (!last || rows.length < ROWS_PER_TURN) return found;
      from = number(last, 'seq');
    }
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
      ask(() => {
        const row = selectMessage.get(sessionId, messageId);
        return row && messageOf(sessionId, row);
      }),

    messages: (sessionId, after = 0) =>
      inTurns(sessionId, after, selectAfter, (row) => messageOf(sessionId, row)),

    usage: async (sessionId) => {
      const ofMessages = await inTurns(sessionId, 0, selectUsage, (row) => {
        const usage = usageIn(row);
        return usage ? usageFrom(sessionId, text(row, 'id'), usage) : [];
      });
      return ofMessages.flat();
    },

    count: (status) => ask(() => number(countStatus.get(status) ?? {}, 'sessions')),

    activity: (from, to) => read(() => figures.between(from, to)),

    unanswered: (since, limit) =>
      ask(() =>
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
