import * as z from 'zod/mini';
import type { ConversationStore, SearchHit } from '../../../ports.ts';
import { cursorCodec } from '../cursor.ts';
import { StoredRole } from '../documents.ts';
import { snippetOf } from '../snippet.ts';
import type { Database } from './database.ts';
import { ask } from './failures.ts';
import { MARK, matchesIn } from './marks.ts';
import { number, text, type Row } from './rows.ts';

/** The key of the last message of a page; keys grow with time, so that newest first needs no sorting. */
const position = cursorCodec(z.int());

/** Full-text search over messages. The index is read from its newest entry on, so a common word costs no more than a page. */
export function search({ file }: Database): Pick<ConversationStore, 'search'> {
  const select = file.prepare(`
    SELECT message.pk, session_id, id, seq, role, message.created_at, message.content,
      record ->> '$.origin' AS origin, highlight(message_text, 0, '${MARK}', '${MARK}') AS marked
    FROM message_text
    CROSS JOIN message ON message.pk = message_text.rowid
    CROSS JOIN session ON session.pk = message.session
    WHERE message_text MATCH ? AND message_text.rowid < ? ORDER BY message_text.rowid DESC LIMIT ?`);

  return {
    search: ({ text: query, limit, cursor }) =>
      ask(() => {
        const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : position.decode(cursor);
        const rows = select.all(everyWordOf(query), before, limit + 1);
        const items = rows.slice(0, limit);
        const last = items.at(-1);
        return {
          items: items.map(hitOf),
          ...(last && rows.length > limit && { nextCursor: position.encode(number(last, 'pk')) }),
        };
      }),
  };
}

/** An expression of FTS5 that asks for every word. Within its quotes nothing but the quote itself has a meaning. */
function everyWordOf(query: string): string {
  // FTS5 reads an expression up to its first NUL.
  const words = query.replaceAll('\0', ' ').split(/\s+/u);
  return words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' ');
}

function hitOf(row: Row): SearchHit {
  const { origin } = row;
  const content = text(row, 'content');
  return {
    sessionId: text(row, 'session_id'),
    messageId: text(row, 'id'),
    seq: number(row, 'seq'),
    role: StoredRole.parse(row['role']),
    createdAt: text(row, 'created_at'),
    ...(typeof origin === 'string' && { origin }),
    ...snippetOf(content, matchesIn(content, text(row, 'marked'))),
  };
}
