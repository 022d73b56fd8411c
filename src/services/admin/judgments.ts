import { trusted } from '../../domain/records/fields.ts';
import { Judgment } from '../../domain/records/judgment.ts';
import type { Page, Ports } from '../../ports.ts';
import { readable } from '../platform/ledger-documents.ts';

/** The doubts of a model about answers, stored with their conversations and deleted with them. */
export interface Judgments {
  /** Stores nothing if the conversation of an answer of that time is gone, also if another one has its id. */
  add(judgment: Judgment, answeredAt: string): Promise<void>;
  /** Newest first; a page may be shorter than `limit`. */
  list(limit: number, cursor?: string): Promise<Page<Judgment>>;
  /** Deletes those of a deleted conversation; with `until` only those that were made up to then. */
  removeAll(sessionId: string, until?: string): Promise<void>;
}

const KIND = 'judgments';
/** The records of one conversation, so that a deletion finds them. */
const kindOf = (sessionId: string) => `judgments:${sessionId}`;

/** Ids sort by time. */
const idOf = (at: string, messageId: string) => `${at}~${messageId}`;
const timeOf = (id: string) => id.split('~')[0] ?? '';

const Stored = trusted(Judgment);

export function judgments({ ledger, store }: Pick<Ports, 'ledger' | 'store'>): Judgments {
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
      // Judgments are deleted after their conversation, so one written during the deletion is removed.
      const session = (await store.load(sessionId, 'strong'))?.session;
      if (!session || session.createdAt > answeredAt) await remove(sessionId, id);
    },

    async list(limit, cursor) {
      const entries = await ledger.newest(KIND, limit + 1, cursor);
      const items = entries.slice(0, limit);
      const last = items.at(-1);
      return {
        // An earlier release also stored what it found grounded.
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
