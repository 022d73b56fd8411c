import * as z from 'zod/mini';
import { Role } from '../../../conversations/records/message.ts';
import { textQuery, type TextQuery } from '../../../lib/search-text.ts';
import type { ConversationStore } from '../../../ports.ts';
import { cursorCodec } from '../cursor.ts';
import { searchPage, type Candidate } from '../search-page.ts';
import type { Items } from './container.ts';

const Row = z.object({
  sessionId: z.string(),
  id: z.string(),
  seq: z.number(),
  role: Role,
  createdAt: z.string(),
  origin: z.optional(z.string()),
  content: z.string(),
  storedKey: z.string(),
});

/** The storing-order key of the page's last message. */
const position = cursorCodec(z.string());

/** Sorts after every key. */
const LAST = '\uFFFF';

/** Full-text search over messages. Terms are query parameters, so that none of them is parsed as syntax. */
export function search(items: Items): Pick<ConversationStore, 'search'> {
  return {
    async search({ text, limit, cursor }) {
      const query = textQuery(text);
      const before = cursor === undefined ? LAST : position.decode(cursor);
      if (query.lookups.length === 0) return { items: [] };
      const { condition, parameters } = conditionOf(query);
      const sql = `SELECT TOP @limit c.sessionId, c.id, c.seq, c.role, c.createdAt, c.origin, c.content, c.storedKey FROM c
          WHERE ${condition} AND c.storedKey < @before ORDER BY c.storedKey DESC`;
      const { items: found, next } = await searchPage(query, { limit, before }, async (last, count) => {
        const rows = await items.query('search', {
          sql,
          parameters: { limit: count, before: last, ...parameters },
        });
        return rows.map((row) => candidateOf(Row.parse(row)));
      });
      return { items: found, ...(next !== undefined && { nextCursor: position.encode(next) }) };
    },
  };
}

/** One condition for all terms with a single spelling, and one for each group of spellings. */
function conditionOf({ lookups }: TextQuery): { condition: string; parameters: Record<string, string> } {
  const parameters: Record<string, string> = {};
  const named = lookups.map((group, at) =>
    group.map((term, n) => {
      const name = `w${at}_${n}`;
      parameters[name] = term;
      return `@${name}`;
    }),
  );
  const alone = named.filter((names) => names.length === 1).flat();
  const conditions = named
    .filter((names) => names.length > 1)
    .map((names) => `FullTextContainsAny(c.words, ${names.join(', ')})`);
  if (alone.length > 0) conditions.unshift(`FullTextContainsAll(c.words, ${alone.join(', ')})`);
  return { condition: conditions.join(' AND '), parameters };
}

function candidateOf({ id, storedKey, origin, ...row }: z.output<typeof Row>): Candidate<string> {
  return { ...row, key: storedKey, messageId: id, ...(origin !== undefined && { origin }) };
}
