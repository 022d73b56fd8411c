import * as z from 'zod/mini';
import { AppError, type ErrorCode } from '../core/errors.ts';
import { nowIso, time } from '../lib/fields.ts';
import type { SessionRecord } from '../conversations/records/session.ts';
import type { EmailSender, Ports, Version } from '../ports.ts';
import type { ConversationFileStore } from '../chat/conversation-files.ts';
import type { Threads } from '../conversations/threads.ts';
import type { VisitorMemory } from '../widgets/visitor-memory.ts';
import type { Notes } from '../conversations/notes.ts';
import { readable, updateDocument } from '../platform/ledger-documents.ts';

/**
 * A deletion in progress. Its id contains the session id and the start of the conversation, because a visitor
 * can start another conversation with the same session id before the deletion is complete.
 */
const Removal = z.object({
  /** The start of the conversation; absent if it was already deleted when the deletion was recorded. */
  createdAt: z.exactOptional(time()),
  /** The time of the deletion; records from before it belong to the deleted conversation. */
  at: time(),
  /** The closed sessions that the conversation continues, deleted after it. */
  earlier: z.exactOptional(z.readonly(z.array(z.string()))),
});
type Removal = z.output<typeof Removal>;

const KIND = 'removals';
const SEPARATOR = '~';

/** A version that never matches, so that only an interrupted deletion is completed. */
const NO_VERSION = '';
const FILES_AWAY: readonly ErrorCode[] = ['files-unavailable', 'uploads-not-configured'];
const MAX_RESUMED = 1_000;

export type RemovalDependencies = Pick<Ports, 'clock' | 'ledger' | 'random' | 'store' | 'telemetry'> & {
  notes: Pick<Notes, 'removeAll'>;
  visitors: Pick<VisitorMemory, 'forget'>;
  files: Pick<ConversationFileStore, 'removeAll'>;
  emailSender: Pick<EmailSender, 'removeAll'>;
  threads: Pick<Threads, 'newest' | 'continuationOf'>;
};

/** Deletes conversations with all related records (ADR 8). */
export function removals(dependencies: RemovalDependencies) {
  const { clock, store, ledger, notes, visitors, files, emailSender, threads } = dependencies;

  const sessionOf = async (sessionId: string): Promise<SessionRecord | undefined> =>
    (await store.load(sessionId, 'strong'))?.session;

  /**
   * Related records are deleted after the conversation, so that a failed deletion does not lose notes. The
   * deletion is recorded in the ledger first, so that an interrupted one is resumed.
   */
  async function remove(sessionId: string, expected?: Version): Promise<boolean> {
    const session = await sessionOf(sessionId);
    const { createdAt, earlier } = session ?? {};
    const at = nowIso(clock);
    const removal = {
      at,
      ...(createdAt !== undefined && { createdAt }),
      ...(earlier && { earlier: earlier.map((part) => part.sessionId) }),
    };
    const id = createdAt === undefined ? sessionId : `${sessionId}${SEPARATOR}${createdAt}`;
    const document = { kind: KIND, id, schema: Removal };
    await updateDocument('removal', dependencies, document, () => ({ value: removal, result: undefined }));
    const removed = await store.delete(sessionId, expected);
    await finish(id, removal);
    return removed;
  }

  /** Deletes the related records, if the conversation was deleted. */
  async function finish(id: string, removal: Removal): Promise<void> {
    const sessionId = sessionIdOf(id);
    const session = await sessionOf(sessionId);
    const stays = session !== undefined && session.createdAt === removal.createdAt;
    if (stays || (await removeRest(sessionId, removal, session))) await removeEntry(id);
  }

  /** Deletes the earlier sessions of the thread, and the related records of all. */
  async function removeRest(
    sessionId: string,
    removal: Removal,
    successor: SessionRecord | undefined,
  ): Promise<boolean> {
    const { at, earlier = [] } = removal;
    for (const id of earlier) await store.delete(id);
    const removed = await Promise.all([
      removeAttached(sessionId, removal, successor),
      ...earlier.map((id) => removeAttached(id, { at }, undefined)),
    ]);
    return removed.every(Boolean);
  }

  /** `successor`: a newer conversation with the same id, whose records are kept. */
  async function removeAttached(
    sessionId: string,
    removal: Removal,
    successor: SessionRecord | undefined,
  ): Promise<boolean> {
    const until = successor && removal.at;
    await Promise.all([
      notes.removeAll(sessionId, until),
      emailSender.removeAll(sessionId, until),
      successor ? undefined : visitors.forget(sessionId),
    ]);
    return await removeFiles(sessionId, until);
  }

  /** False if the file storage is unavailable; the deletion is then resumed later. */
  async function removeFiles(sessionId: string, until: string | undefined): Promise<boolean> {
    try {
      await files.removeAll(sessionId, until);
      return true;
    } catch (error) {
      if (error instanceof AppError && FILES_AWAY.some((code) => code === error.code)) return false;
      throw error;
    }
  }

  async function removeEntry(id: string): Promise<void> {
    const entry = await ledger.read(KIND, id, 'strong');
    if (entry) await ledger.remove(KIND, id, entry.version);
  }

  return {
    /**
     * Deletes the whole thread of a session, also a continuation that is started during the deletion. Throws
     * `session-not-found` if it does not exist.
     */
    async remove(sessionId: string) {
      const found = await store.load(sessionId, 'strong');
      let newest = found && (await threads.newest(found));
      if (!(await remove(newest?.session.sessionId ?? sessionId))) throw new AppError('session-not-found');
      while ((newest = newest && (await threads.continuationOf(newest)))) {
        await remove(newest.session.sessionId);
      }
    },
    /**
     * Deletes a conversation with the closed ones that it continues, if its version is `expected`; false if
     * it was written since or does not exist.
     */
    removeUnchanged: remove,

    /** Completes interrupted deletions. */
    async resume() {
      for (const { id, value } of readable(await ledger.newest(KIND, MAX_RESUMED), Removal)) {
        await store.delete(sessionIdOf(id), NO_VERSION);
        await finish(id, value);
      }
    },
  };
}

export type Removals = ReturnType<typeof removals>;

function sessionIdOf(removalId: string): string {
  const [sessionId = ''] = removalId.split(SEPARATOR);
  return sessionId;
}
