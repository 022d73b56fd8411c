import * as z from 'zod/mini';
import { Role } from '../../../conversations/records/message.ts';
import { textQuery, type TextQuery } from '../../../lib/search-text.ts';
import type { ConversationStore } from '../../../ports.ts';
import { cursorCodec } from '../cursor.ts';
import { searchPage, type Candidate } from '../search-page.ts';
import type { Database } from './database.ts';
import { number, text, type Row } from './rows.ts';

/** The primary key of the page's last message. Keys grow with time, so newest first needs no sorting. */
const position = cursorCodec(z.int());

/**
 * Full-text search over messages. The index is read newest first, so that a frequent word costs one page
 * only.
 */
export function search({ file, read }: Database): Pick<ConversationStore, 'search'> {
  const select = file.prepare(`
    SELECT message.pk, session_id, id, seq, role, message.created_at, message.content, record ->> '$.origin' AS origin
    FROM message_text
    CROSS JOIN message ON message.pk = message_text.rowid
    CROSS JOIN session ON session.pk = message.session
    WHERE message_text MATCH ? AND message_text.rowid < ? ORDER BY message_text.rowid DESC LIMIT ?`);

  return {
    async search({ text: typed, limit, cursor }) {
      const query = textQuery(typed);
      const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : position.decode(cursor);
      if (query.lookups.length === 0) return { items: [] };
      const expression = expressionOf(query);
      const { items, next } = await searchPage(query, { limit, before }, (last, count) =>
        read(() => select.all(expression, last, count).map(candidateOf)),
      );
      return { items, ...(next !== undefined && { nextCursor: position.encode(next) }) };
    },
  };
}

/**
 * An FTS5 expression that requires one term of each group. Terms are letters and digits, so none is syntax.
 */
function expressionOf({ lookups }: TextQuery): string {
  return lookups.map((group) => `(${group.map((term) => `"${term}"`).join(' OR ')})`).join(' AND ');
}

function candidateOf(row: Row): Candidate<number> {
  const { origin } = row;
  return {
    key: number(row, 'pk'),
    sessionId: text(row, 'session_id'),
    messageId: text(row, 'id'),
    seq: number(row, 'seq'),
    role: Role.parse(row['role']),
    createdAt: text(row, 'created_at'),
    ...(typeof origin === 'string' && { origin }),
    content: text(row, 'content'),
  };
}
