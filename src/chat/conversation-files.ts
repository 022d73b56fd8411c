import { contentOf } from '../conversations/rules/attachment-content.ts';
import { attachmentNameOf } from '../conversations/rules/attachment-types.ts';
import {
  abandonedFile,
  hasRoom,
  isAbandoned,
  isUploadOpen,
  isFileInUse,
  reserveFiles,
  UNSENT_FILE_MS,
} from '../conversations/rules/attachments.ts';
import { keyedFlight, keyedMutex } from '../lib/concurrency.ts';
import { AppError } from '../core/errors.ts';
import {
  attachmentOf,
  type Attachment,
  type AttachmentSide,
  type ConversationFile,
} from '../conversations/records/attachment.ts';
import { blockFiles } from '../platform/block-files.ts';
import { updateDocument } from '../platform/ledger-documents.ts';
import { abandonedFiles } from './abandoned-files.ts';
import type { AttachmentIds } from './attachment-ids.ts';
import { filePath, fileList, folderOf, FOLDERS, ownerOf, type FileListPorts } from './file-list.ts';

/** A file before its first block. */
export interface NewFile {
  fileName: string;
  bytes: number;
}

/** The caller: the visitor, an agent, or (`from: 'agent'` without `agent`) an admin. */
export interface FileOwner {
  sessionId: string;
  from: AttachmentSide;
  /** The agent's oid; agents cannot see the unsent files of other agents. */
  agent?: string;
  /** The registered widget of a visitor; links are invalid once it is disabled or deleted. */
  widgetId?: string | undefined;
}

type Dependencies = FileListPorts & {
  ids: Pick<AttachmentIds, 'create'>;
};

/**
 * The ledger has a document per conversation with files; the storage has their bytes. A cleanup check is
 * scheduled before both are written, so that a crash leaves no orphans.
 */
export function conversationFiles(dependencies: Dependencies) {
  const { clock, ids, ledger, uploadStorage: storage } = dependencies;
  const blocks = blockFiles(storage);
  const list = fileList(dependencies);
  const { filesOf, change, drop, refreshSentFlags } = list;
  const cleanup = abandonedFiles(dependencies, list);
  const completing = keyedFlight<Attachment>();
  const checking = keyedMutex();

  /** A file that the caller has uploaded or is uploading. */
  async function find(owner: FileOwner, id: string): Promise<ConversationFile> {
    const file = (await filesOf(owner.sessionId)).find((one) => one.id === id && isOwn(one, owner));
    if (!file || !(file.sent || isUploadOpen(file, clock.now()))) throw new AppError('attachment-not-found');
    return file;
  }

  /**
   * Runs work on the bytes of a file. If it fails after a concurrent deletion, throws `attachment-not-found`.
   */
  async function unlessDeleted<T>(sessionId: string, id: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const isThere = (file: ConversationFile) => file.id === id && !isAbandoned(file, clock.now());
      if ((await filesOf(sessionId)).some(isThere)) throw error;
      await storage.remove(filePath(sessionId, id));
      throw new AppError('attachment-not-found', {}, { cause: error });
    }
  }

  async function completeOnce(
    sessionId: string,
    { id, bytes, name: sentName }: ConversationFile,
    count: () => Promise<void>,
  ): Promise<Attachment> {
    const path = filePath(sessionId, id);
    const examined = await unlessDeleted(sessionId, id, async () => {
      await blocks.join({ id: path, bytes });
      await count();
      return await checking('file', () => contentOf(storage.read(path)));
    });
    if ('refusal' in examined) {
      await drop(sessionId, id);
      throw new AppError(examined.refusal);
    }
    const { type, ...size } = examined.content;
    const name = attachmentNameOf(sentName, type);
    await unlessDeleted(sessionId, id, () =>
      change(sessionId, (files) => {
        if (!files.some((one) => one.id === id && !isAbandoned(one, clock.now()))) {
          throw new AppError('attachment-not-found');
        }
        return files.map((one) => (one.id === id ? { ...one, ...size, type, name } : one));
      }),
    );
    return { id, name, type, bytes, ...size };
  }

  return {
    /** Throws `too-many-attachments` at the limit of the conversation. */
    async begin(
      { sessionId, from, agent }: FileOwner,
      { fileName, bytes }: NewFile,
    ): Promise<ConversationFile> {
      const now = clock.now();
      const file: ConversationFile = {
        ...{ id: await ids.create(), name: fileName, bytes, from, ...(agent !== undefined && { agent }) },
        createdAt: new Date(now).toISOString(),
      };
      // The storage is called first, so that no record is written if it is unavailable or not configured.
      await storage.isJoined(filePath(sessionId, file.id));
      const folder = folderOf(sessionId);
      const owner = { sessionId, usedAt: file.createdAt };
      // Written before a check can delete a folder without a conversation, and after the record of the file,
      // so
      // that an earlier check does not remove it.
      await ledger.write(FOLDERS, folder, owner, 'absent');
      await cleanup.checkFrom(sessionId, now + UNSENT_FILE_MS);
      await change(sessionId, (files) => {
        if (!hasRoom(files, bytes)) throw new AppError('too-many-attachments');
        return [...files, file];
      });
      await updateDocument(FOLDERS, dependencies, ownerOf(folder), () => ({
        value: owner,
        result: undefined,
      }));
      return file;
    },

    /** Throws `validation-failed` for a wrong block length, `upload-complete` once the file is joined. */
    async putBlock(owner: FileOwner, id: string, index: number, block: Uint8Array): Promise<void> {
      const { bytes, type } = await find(owner, id);
      if (type !== undefined) throw new AppError('upload-complete');
      await blocks.put({ id: filePath(owner.sessionId, id), bytes }, index, block);
      // If the file was deleted during the write, the block is deleted, too.
      if ((await filesOf(owner.sessionId)).some((file) => file.id === id)) return;
      await storage.remove(filePath(owner.sessionId, id));
      throw new AppError('attachment-not-found');
    },

    /**
     * Joins the blocks, calls `count`, and checks the content. Idempotent; concurrent calls share one check.
     * Throws `upload-incomplete` with the missing blocks. A refused file is deleted, and its refusal thrown.
     */
    async complete(owner: FileOwner, id: string, count: () => Promise<void>): Promise<Attachment> {
      const file = await find(owner, id);
      const { sessionId } = owner;
      return (
        attachmentOf(file) ??
        (await completing(filePath(sessionId, id), () => completeOnce(sessionId, file, count)))
      );
    },

    /**
     * Reserves files for a message that is about to be stored. False if one of them no longer exists.
     */
    async reserve({ sessionId }: FileOwner, fileIds: readonly string[]): Promise<boolean> {
      const wanted = new Set(fileIds);
      const areThere = (files: readonly ConversationFile[]) =>
        files.filter((file) => wanted.has(file.id) && !isAbandoned(file, clock.now())).length === wanted.size;
      let areTaken = false;
      await change(sessionId, (files) => {
        areTaken = areThere(files);
        return areTaken ? reserveFiles(files, wanted, clock.now()) : files;
      });
      return areTaken;
    },

    /**
     * Deletes a file that is neither in a message nor reserved; idempotent. Throws `attachment-sent`
     * otherwise.
     */
    async remove(owner: FileOwner, id: string): Promise<void> {
      const { sessionId } = owner;
      const file = (await refreshSentFlags(sessionId)).find((one) => one.id === id && isOwn(one, owner));
      if (!file) return;
      // Marked in one write, so that the file cannot be reserved afterwards.
      await change(sessionId, (files) =>
        files.map((one) => {
          if (one.id !== id) return one;
          if (isFileInUse(one, clock.now())) throw new AppError('attachment-sent');
          return abandonedFile(one);
        }),
      );
      await drop(sessionId, id);
    },

    /** The files in messages, and the caller's own unsent files. */
    async list(owner: FileOwner): Promise<Attachment[]> {
      const files = (await refreshSentFlags(owner.sessionId)).filter(
        (file) => file.sent || isOwn(file, owner),
      );
      return files.map(attachmentOf).filter((it) => it !== undefined);
    },

    /** Deletes the files of a deleted conversation; with `until` (RFC 3339) only those started up to then. */
    removeAll: cleanup.removeAll,
    /** Deletes abandoned uploads, and remains of deleted conversations; returns their number. */
    removeAbandoned: cleanup.removeAbandoned,
  };
}

/**
 * Stores the files of conversations. An upload is started, sent in blocks, and checked as a whole; then the
 * file can be added to a message. Unsent files of other callers are `attachment-not-found`.
 */
export type ConversationFileStore = ReturnType<typeof conversationFiles>;

function isOwn(file: ConversationFile, { from, agent }: FileOwner): boolean {
  return file.from === from && file.agent === agent;
}
