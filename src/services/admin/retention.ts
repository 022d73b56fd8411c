import type { Clock, ConversationStore } from '../../ports.ts';
import type { Archive } from './archive.ts';

export interface Retention {
  /** Deletes what is older than the business wants to keep it, and tells how many conversations that were. */
  run(): Promise<number>;
}

const DAY_MS = 86_400_000;
/** The version of no conversation: what is gone is finished, and one that begins meanwhile stays. */
const NO_VERSION = '';
const BATCH = 100;
/** One run ends after this many batches or this time; the next one goes on. The platform ends a longer run with its worker. */
const MAX_BATCHES = 100;
const MAX_RUN_MS = 120_000;

interface Dependencies {
  store: ConversationStore;
  archive: Pick<Archive, 'removeUnchanged' | 'resume'>;
  clock: Clock;
  /** RETENTION_DAYS; 0 keeps everything for ever. */
  days: number;
}

/**
 * Deletes a conversation so many days after its last message, whatever its state, unless an agent holds it now (docs/api.md,
 * Retention). What is left of deletions that were cut short goes with every run, also where all is kept.
 */
export function retention({ store, archive, clock, days }: Dependencies): Retention {
  /** A visitor may have come back since the list was made, and may come back at this very moment. */
  async function removeIdle(sessionId: string, before: string): Promise<boolean> {
    const conversation = await store.load(sessionId);
    if (!conversation) return await archive.removeUnchanged(sessionId, NO_VERSION);
    const { lastMessageAt, status } = conversation.session;
    if (lastMessageAt >= before || status === 'claimed') return false;
    return await archive.removeUnchanged(sessionId, conversation.version);
  }

  return {
    async run() {
      await archive.resume();
      const startedAt = clock.now();
      const isOver = () => clock.now() - startedAt >= MAX_RUN_MS;
      // Nothing was written before the epoch: where all is kept, only deletions that were cut short are found.
      const before = new Date(days === 0 ? 0 : startedAt - days * DAY_MS).toISOString();
      let deleted = 0;
      for (let batch = 1; batch <= MAX_BATCHES && !isOver(); batch++) {
        const sessionIds = await store.idleSince(before, BATCH);
        for (const sessionId of sessionIds) {
          if (isOver()) break;
          if (await removeIdle(sessionId, before)) deleted++;
        }
        if (sessionIds.length < BATCH) break;
      }
      return deleted;
    },
  };
}
