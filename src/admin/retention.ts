import type { Ports } from '../ports.ts';
import type { AgentRatings } from '../conversations/agent-ratings.ts';
import type { Threads } from '../conversations/threads.ts';
import type { Archive } from './archive.ts';
import type { ServiceSettingsService } from '../email/service-settings.ts';

const DAY_MS = 86_400_000;
/**
 * A version that never matches: only an interrupted deletion is completed.
 */
const NO_VERSION = '';
const BATCH = 100;
/**
 * A run ends after this many batches or this time (in milliseconds); the next run continues. The platform
 * would end a longer run together with its worker.
 */
const MAX_BATCHES = 100;
const MAX_RUN_MS = 120_000;

type Dependencies = Pick<Ports, 'clock' | 'store'> & {
  archive: Pick<Archive, 'removeUnchanged' | 'resume'>;
  threads: Pick<Threads, 'continuationOf'>;
  ratings: Pick<AgentRatings, 'prune'>;
  settings: Pick<ServiceSettingsService, 'current'>;
};

/**
 * Deletes a conversation a number of days after its last message, in any state except claimed, with the
 * closed ones that it continues (docs/data.md, Retention). Every run also finishes interrupted deletions, and
 * deletes past days of ratings by agent, even without a retention time.
 */
export function retention({ store, archive, threads, ratings, clock, settings }: Dependencies) {
  /** Checks the conversation again, because the visitor may have returned since the list was read. */
  async function removeIdle(sessionId: string, before: string): Promise<boolean> {
    const conversation = await store.load(sessionId);
    if (!conversation) return await archive.removeUnchanged(sessionId, NO_VERSION);
    // Its continuation is not named in it yet: the thread is deleted with its newest session.
    if (await threads.continuationOf(conversation)) return false;
    const { lastMessageAt, status } = conversation.session;
    if (lastMessageAt >= before || status === 'claimed') return false;
    return await archive.removeUnchanged(sessionId, conversation.version);
  }

  return {
    /** Deletes the conversations beyond the retention time; returns their number. */
    async run(): Promise<number> {
      await archive.resume();
      await ratings.prune();
      const { retentionDays: days = 0 } = await settings.current();
      const startedAt = clock.now();
      const isOver = () => clock.now() - startedAt >= MAX_RUN_MS;
      // No message is older than the epoch, so without a retention time only interrupted deletions are
      // listed.
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
