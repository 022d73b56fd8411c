import { trusted } from '../../domain/records/fields.ts';
import { DoubtfulAnswer } from '../../domain/records/doubtful-answer.ts';
import type { Page, Ports } from '../../ports.ts';
import { readable } from '../platform/ledger-documents.ts';

/** Stores the answers that a model doubts; they are deleted with their conversations. */
export interface DoubtfulAnswers {
  /** Stores nothing if the conversation was deleted, or started after `answeredAt` under the same id. */
  add(judgment: DoubtfulAnswer, answeredAt: string): Promise<void>;
  /** Newest first; a page may be shorter than `limit`. */
  list(limit: number, cursor?: string): Promise<Page<DoubtfulAnswer>>;
  /** Deletes all of a conversation; with `until` (RFC 3339) only those that were stored up to then. */
  removeAll(sessionId: string, until?: string): Promise<void>;
}

const KIND = 'judgments';
/** The index by conversation, for deletions. */
const kindOf = (sessionId: string) => `judgments:${sessionId}`;

/** Ids that sort by time. */
const idOf = (at: string, messageId: string) => `${at}~${messageId}`;
const timeOf = (id: string) => id.split('~')[0] ?? '';

const Stored = trusted(DoubtfulAnswer);

export function doubtfulAnswers({ ledger, store }: Pick<Ports, 'ledger' | 'store'>): DoubtfulAnswers {
  async function remove(sessionId: string, id: string): Promise<void> {
    for (const kind of [KIND, kindOf(sessionId)]) {
      const entry = await ledger.read(kind, id, 'strong');
      if (entry) await ledger.remove(kind, id, entry.version);
    }
  }

  return {
    async add(judgment, answeredAt) {
      const { sessionId, messageId, at } = judgment;
      const id = idOf(at, messageId);
      await ledger.write(kindOf(sessionId), id, {}, 'absent');
      await ledger.write(KIND, id, judgment, 'absent');
      // The conversation may have been deleted during the write; then the record is removed again.
      const session = (await store.load(sessionId, 'strong'))?.session;
      if (!session || session.createdAt > answeredAt) await remove(sessionId, id);
    },

    async list(limit, cursor) {
      const entries = await ledger.newest(KIND, limit + 1, cursor);
      const items = entries.slice(0, limit);
      const last = items.at(-1);
      return {
        // An earlier release also stored grounded answers.
        items: readable(items, Stored)
          .map(({ value }) => value)
          .filter(({ verdict }) => verdict !== 'grounded'),
        ...(last && entries.length > limit && { nextCursor: last.id }),
      };
    },

    async removeAll(sessionId, until) {
      for (const { id } of await ledger.list(kindOf(sessionId), 'strong')) {
        if (until === undefined || timeOf(id) <= until) await remove(sessionId, id);
      }
    },
  };
}
