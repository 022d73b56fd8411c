import * as z from 'zod/mini';
import { AppError, type ErrorCode } from '../../domain/errors.ts';
import { time } from '../../domain/records/fields.ts';
import type { SessionRecord } from '../../domain/records/session.ts';
import type { EmailSender, Ports, Version } from '../../ports.ts';
import type { ConversationFileStore } from '../chat/conversation-files.ts';
import type { VisitorMemory } from '../widgets/visitor-memory.ts';
import type { Notes } from '../desk/notes.ts';
import { updateDocument } from '../platform/ledger-documents.ts';
import type { Judgments } from './judgments.ts';
import { readable } from '../platform/ledger-documents.ts';

/** Deletes conversations with everything that is stored outside of them. */
export interface Removals {
  /** Deletes a conversation; `session-not-found` if it does not exist. */
  remove(sessionId: string): Promise<void>;
  /** Deletes a conversation as it was read; false where it was written since, or is gone. */
  removeUnchanged(sessionId: string, expected: Version): Promise<boolean>;
  /** Finishes interrupted deletions: deletes what belonged to their conversations. */
  resume(): Promise<void>;
}

/**
 * A deletion in progress. Its id is the session id with the time at which the conversation began: a visitor
 * can begin another one with that session id before the deletion is finished.
 */
const Removal = z.object({
  /** When the deleted conversation began; absent if it was gone when the deletion was recorded. */
  createdAt: z.exactOptional(time()),
  /** When the deletion was recorded: what was attached before does not belong to a later conversation. */
  at: z.exactOptional(time()),
});
type Removal = z.output<typeof Removal>;

const KIND = 'removals';
const SEPARATOR = '~';

/** A version that matches no conversation: only the remains of a deleted one are removed. */
const NO_VERSION = '';
/** Removals of an earlier release have no time: nothing is taken from a conversation that exists. */
const LONG_AGO = new Date(0).toISOString();
const FILES_AWAY: readonly ErrorCode[] = ['files-unavailable', 'uploads-not-configured'];
const MAX_RESUMED = 1_000;

export type RemovalDependencies = Pick<Ports, 'clock' | 'ledger' | 'random' | 'store' | 'telemetry'> & {
  notes: Pick<Notes, 'removeAll'>;
  visitors: Pick<VisitorMemory, 'forget'>;
  judgments: Pick<Judgments, 'removeAll'>;
  files: Pick<ConversationFileStore, 'removeAll'>;
  emailSender: Pick<EmailSender, 'removeAll'>;
};

export function removals(dependencies: RemovalDependencies): Removals {
  const { clock, store, ledger, notes, visitors, judgments, files, emailSender } = dependencies;

  const sessionOf = async (sessionId: string): Promise<SessionRecord | undefined> =>
    (await store.load(sessionId, 'strong'))?.session;

  /**
   * Related documents are deleted after the conversation, so that a conversation that stays keeps its notes.
   * The ledger records the deletion first, so that an interrupted one is resumed.
   */
  async function remove(sessionId: string, expected?: Version): Promise<boolean> {
    const createdAt = (await sessionOf(sessionId))?.createdAt;
    const at = new Date(clock.now()).toISOString();
    const removal = { at, ...(createdAt !== undefined && { createdAt }) };
    const id = createdAt === undefined ? sessionId : `${sessionId}${SEPARATOR}${createdAt}`;
    const document = { kind: KIND, id, schema: Removal };
    await updateDocument('removal', dependencies, document, () => ({ value: removal, result: undefined }));
    const removed = await store.delete(sessionId, expected);
    await finish(id, removal);
    return removed;
  }

  /** Deletes what belonged to a deleted conversation, unless the conversation was not deleted. */
  async function finish(id: string, removal: Removal): Promise<void> {
    const sessionId = sessionIdOf(id);
    const session = await sessionOf(sessionId);
    const stays = session !== undefined && session.createdAt === removal.createdAt;
    if (stays || (await removeAttached(sessionId, removal, session))) await unlist(id);
  }

  /** `successor`: a conversation that was begun with the same id, which keeps what was attached to it. */
  async function removeAttached(
    sessionId: string,
    removal: Removal,
    successor: SessionRecord | undefined,
  ): Promise<boolean> {
    const until = successor && (removal.at ?? LONG_AGO);
    await Promise.all([
      notes.removeAll(sessionId, until),
      judgments.removeAll(sessionId, until),
      emailSender.removeAll(sessionId, until),
      successor ? undefined : visitors.forget(sessionId),
    ]);
    return await haveFilesGone(sessionId, until);
  }

  /** False where the file storage is away: the deletion stays listed, and no other one waits for it. */
  async function haveFilesGone(sessionId: string, until: string | undefined): Promise<boolean> {
    try {
      await files.removeAll(sessionId, until);
      return true;
    } catch (error) {
      if (error instanceof AppError && FILES_AWAY.some((code) => code === error.code)) return false;
      throw error;
    }
  }

  async function unlist(id: string): Promise<void> {
    const entry = await ledger.read(KIND, id, 'strong');
    if (entry) await ledger.remove(KIND, id, entry.version);
  }

  return {
    async remove(sessionId) {
      if (!(await remove(sessionId))) throw new AppError('session-not-found');
    },
    removeUnchanged: remove,

    async resume() {
      for (const { id, value } of readable(await ledger.newest(KIND, MAX_RESUMED), Removal)) {
        await store.delete(sessionIdOf(id), NO_VERSION);
        await finish(id, value);
      }
    },
  };
}

function sessionIdOf(removalId: string): string {
  const [sessionId = ''] = removalId.split(SEPARATOR);
  return sessionId;
}
