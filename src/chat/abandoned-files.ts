import { nowIso } from '../lib/fields.ts';
import { abandonedFile, isAbandoned } from '../conversations/rules/attachments.ts';
import { AppError } from '../core/errors.ts';
import type { Version } from '../ports.ts';
import { readDocument } from '../platform/ledger-documents.ts';
import {
  documentOf,
  folderOf,
  FOLDERS,
  ownerOf,
  folderPath,
  type FileList,
  type FileListPorts,
} from './file-list.ts';

/**
 * The ledger kind of scheduled checks, by hour. A check can outlive its conversation by a day, so it contains
 * the name of the folder and not the session id.
 */
const CHECKS = 'attachment-checks';
const HOUR_MS = 3_600_000;
/** The maximum number of checks per run; the next run continues. */
const MAX_CHECKS = 500;

/** Deletes files without a message, a day after the start of their upload. */
export function abandonedFiles(
  ports: FileListPorts,
  {
    filesOf,
    change,
    drop,
    refreshSentFlags,
  }: Pick<FileList, 'filesOf' | 'change' | 'drop' | 'refreshSentFlags'>,
) {
  const { clock, ledger, uploadStorage: storage } = ports;

  async function checkFrom(sessionId: string, atMs: number): Promise<void> {
    const hour = new Date(Math.ceil(atMs / HOUR_MS) * HOUR_MS).toISOString();
    await ledger.write(CHECKS, `${hour}_${folderOf(sessionId)}`, {}, 'absent');
  }

  /**
   * Marks the files as abandoned first, since a new conversation may start while the storage is unavailable.
   */
  async function removeAll(sessionId: string, until?: string): Promise<void> {
    if ((await readDocument(ledger, documentOf(sessionId))) === undefined) return;
    await checkFrom(sessionId, clock.now());
    await change(sessionId, (files) =>
      files.map((file) => (until === undefined || file.createdAt <= until ? abandonedFile(file) : file)),
    );
    const owner = await readDocument(ledger, ownerOf(folderOf(sessionId)));
    await checkConversation(sessionId, owner?.version);
  }

  /** Deletes the abandoned files of a folder, and the folder if it is empty. */
  async function check(folder: string): Promise<number> {
    const owner = await readDocument(ledger, ownerOf(folder));
    if (owner) return await checkConversation(owner.value.sessionId, owner.version);
    await storage.removeFolder(folderPath(folder));
    return 0;
  }

  /** `ownerVersion`: the folder's document is kept if an upload was started since that version. */
  async function checkConversation(sessionId: string, ownerVersion?: Version): Promise<number> {
    const now = clock.now();
    const abandoned = (await refreshSentFlags(sessionId, 'all')).filter((file) => isAbandoned(file, now));
    for (const { id } of abandoned) await drop(sessionId, id);
    if ((await filesOf(sessionId)).length > 0) return abandoned.length;
    const folder = folderOf(sessionId);
    await storage.removeFolder(folderPath(folder));
    if (ownerVersion !== undefined) await ledger.remove(FOLDERS, folder, ownerVersion);
    return abandoned.length;
  }

  return {
    /**
     * Schedules a check of the conversation for a time (in milliseconds); calls in one hour share a check.
     */
    checkFrom,
    /** As `ConversationFileStore`. */
    removeAll,

    async removeAbandoned(): Promise<number> {
      let removed = 0;
      const until = nowIso(clock);
      for (const { id, version } of await ledger.newest(CHECKS, MAX_CHECKS, until)) {
        // A failed check is kept for the next run, and does not stop the others.
        try {
          removed += await check(id.slice(id.indexOf('_') + 1));
          await ledger.remove(CHECKS, id, version);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
        }
      }
      return removed;
    },
  };
}
