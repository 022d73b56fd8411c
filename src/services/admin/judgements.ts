import { trusted } from '../../domain/records/fields.ts';
import { Judgement } from '../../domain/records/judgement.ts';
import type { Page, Ports } from '../../ports.ts';

/** The opinions of a model on answers, stored beside their conversations and deleted with them. */
export interface Judgements {
  /** Stores nothing where the conversation is gone. */
  add(judgement: Judgement): Promise<void>;
  /** Newest first. */
  list(limit: number, cursor?: string): Promise<Page<Judgement>>;
  /** Deletes those of a deleted conversation. */
  removeAll(sessionId: string): Promise<void>;
}

const KIND = 'judgements';
/** What a conversation has, so that a deletion finds it. */
const kindOf = (sessionId: string) => `judgements:${sessionId}`;

const Stored = trusted(Judgement);

export function judgements({ ledger, store }: Pick<Ports, 'ledger' | 'store'>): Judgements {
  async function removeAll(sessionId: string): Promise<void> {
    for (const { id, version } of await ledger.list(kindOf(sessionId), 'strong')) {
      const listed = await ledger.read(KIND, id, 'strong');
      if (listed) await ledger.remove(KIND, id, listed.version);
      await ledger.remove(kindOf(sessionId), id, version);
    }
  }

  return {
    async add(judgement) {
      const { sessionId, messageId, at } = judgement;
      const id = `${at}~${messageId}`;
      await ledger.write(kindOf(sessionId), id, {}, 'absent');
      await ledger.write(KIND, id, judgement, 'absent');
      // Judgements are deleted after their conversation, so one written during the deletion is removed.
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
