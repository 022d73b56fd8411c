import { trusted } from '../../domain/records/fields.ts';
import { Judgment } from '../../domain/records/judgment.ts';
import type { Page, Ports } from '../../ports.ts';

/** The opinions of a model on answers, stored beside their conversations and deleted with them. */
export interface Judgments {
  /** Stores nothing where the conversation is gone. */
  add(judgment: Judgment): Promise<void>;
  /** Newest first. */
  list(limit: number, cursor?: string): Promise<Page<Judgment>>;
  /** Deletes those of a deleted conversation. */
  removeAll(sessionId: string): Promise<void>;
}

const KIND = 'judgments';
/** What a conversation has, so that a deletion finds it. */
const kindOf = (sessionId: string) => `judgments:${sessionId}`;

const Stored = trusted(Judgment);

export function judgments({ ledger, store }: Pick<Ports, 'ledger' | 'store'>): Judgments {
  async function removeAll(sessionId: string): Promise<void> {
    for (const { id, version } of await ledger.list(kindOf(sessionId), 'strong')) {
      const listed = await ledger.read(KIND, id, 'strong');
      if (listed) await ledger.remove(KIND, id, listed.version);
      await ledger.remove(kindOf(sessionId), id, version);
    }
  }

  return {
    async add(judgment) {
      const { sessionId, messageId, at } = judgment;
      const id = `${at}~${messageId}`;
      await ledger.write(kindOf(sessionId), id, {}, 'absent');
      await ledger.write(KIND, id, judgment, 'absent');
      // Judgments are deleted after their conversation, so one written during the deletion is removed.
      if (!(await store.load(sessionId, 'strong'))) await removeAll(sessionId);
    },

    async list(limit, cursor) {
      const entries = await ledger.newest(KIND, limit + 1, cursor);
      const items = entries.slice(0, limit);
      const last = items.at(-1);
      return {
        items: items.map(({ value }) => Stored.parse(value)),
        ...(last && entries.length > limit && { nextCursor: last.id }),
      };
    },

    removeAll,
  };
}
