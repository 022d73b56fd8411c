import * as z from 'zod/mini';
import type { ConversationStore, SearchHit } from '../../../ports.ts';
import { cursorCodec } from '../cursor.ts';
import { StoredRole } from '../documents.ts';
import { snippetOf, type Match } from '../snippet.ts';
import { wordsOf } from '../words.ts';
import type { Items } from './container.ts';

const Row = z.object({
  sessionId: z.string(),
  id: z.string(),
  seq: z.number(),
  role: StoredRole,
  createdAt: z.string(),
  origin: z.optional(z.string()),
  content: z.string(),
  storedKey: z.string(),
});

/** The key of the last message of a page, in the order in which messages were stored. */
const position = cursorCodec(z.string());

/** Beyond every key. */
const LAST = '\uFFFF';

/**
 * Full-text search over messages. The words of the query are folded as those of the messages are and given as parameters,
 * so that nothing in them is syntax. The service's index knows other forms of an English word too; a hit by such a form
 * has no highlight.
 */
export function search(items: Items): Pick<ConversationStore, 'search'> {
  return {
    async search({ text, limit, cursor }) {
      const before = cursor === undefined ? LAST : position.decode(cursor);
      const words = [...new Set(wordsOf(text).map(({ folded }) => folded))];
      if (words.length === 0) return { items: [] };
      const names = words.map((_, n) => `@w${n}`).join(', ');
      const found = await items.query('search', {
        sql: `SELECT TOP @limit c.sessionId, c.id, c.seq, c.role, c.createdAt, c.origin, c.content, c.storedKey FROM c
          WHERE FullTextContainsAll(c.words, ${names}) AND c.storedKey < @before ORDER BY c.storedKey DESC`,
        parameters: {
          limit: limit + 1,
          before,
          ...Object.fromEntries(words.map((word, n) => [`w${n}`, word])),
        },
      });
      const rows = found.map((row) => Row.parse(row));
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return {
        items: shown.map((row) => hitOf(row, new Set(words))),
        ...(last && rows.length > limit && { nextCursor: position.encode(last.storedKey) }),
      };
    },
  };
}

function hitOf(row: z.output<typeof Row>, words: ReadonlySet<string>): SearchHit {
  const { sessionId, id, seq, role, createdAt, origin, content } = row;
  const matches = wordsOf(content)
    .filter(({ folded }) => words.has(folded))
    .map(({ start, end }): Match => [start, end]);
  return {
    sessionId,
    messageId: id,
    seq,
    role,
    createdAt,
    ...(origin !== undefined && { origin }),
    ...snippetOf(content, matches),
  };
}
