import { contentOf } from '../../domain/attachment-content.ts';
import { attachmentNameOf } from '../../domain/attachment-types.ts';
import {
  abandonedFile,
  hasRoom,
  isAbandoned,
  isUploadOpen,
  isFileInUse,
  reserveFiles,
  UNSENT_FILE_MS,
} from '../../domain/attachments.ts';
import type { YieldToEventLoop } from '../../domain/byte-cursor.ts';
import { keyedFlight, keyedMutex } from '../../domain/concurrency.ts';
import { AppError } from '../../domain/errors.ts';
import {
  attachmentOf,
  type Attachment,
  type AttachmentSide,
  type ConversationFile,
} from '../../domain/records/attachment.ts';
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

/** One side of a conversation, as a caller acts for it: the visitor, one agent, or with no agent an admin. */
export interface FileOwner {
  sessionId: string;
  from: AttachmentSide;
  /** The agent's `oid`: an agent has the unsent files of no other one. */
  agent?: string;
  /** The registered widget by which a visitor reads; its links end with it. */
  widgetId?: string | undefined;
}

/**
 * The files of conversations. A file is begun, sent in blocks, and checked as a whole; then a message may
 * hold it. One that another caller has not sent does not exist for a caller (`attachment-not-found`).
 */
export interface ConversationFileStore {
  /** `too-many-attachments` where the conversation has no room. */
  begin(owner: FileOwner, file: NewFile): Promise<ConversationFile>;
  /** Also `validation-failed` for a block of the wrong length, `upload-complete` once the file is joined. */
  putBlock(owner: FileOwner, id: string, index: number, block: Uint8Array): Promise<void>;
  /**
   * Joins the blocks, calls `count`, and checks the content; a repeat changes nothing, and concurrent calls
   * share one check. `upload-incomplete` names missing blocks. A file that may not be sent is deleted again,
   * and refused in words.
   */
  complete(owner: FileOwner, id: string, count: () => Promise<void>): Promise<Attachment>;
  /**
   * Promises files to a message that is about to be stored, so that they are not removed in the meantime.
   * False where one of them does not exist any more.
   */
  reserve(owner: FileOwner, ids: readonly string[]): Promise<boolean>;
  /**
   * Deletes a file that is in no message, and promised to none; a repeat changes nothing. `attachment-sent`
   * for any other.
   */
  remove(owner: FileOwner, id: string): Promise<void>;
  /** The files that a caller may see: those in messages, and those that this caller has not sent yet. */
  list(owner: FileOwner): Promise<Attachment[]>;
  /** Deletes the files of a deleted conversation; with `until` only those that were begun up to then. */
  removeAll(sessionId: string, until?: string): Promise<void>;
  /** Deletes what was begun and given up, and what is left of deleted conversations; gives its number. */
  removeAbandoned(): Promise<number>;
}

type Dependencies = FileListPorts & {
  ids: Pick<AttachmentIds, 'create'>;
  turn: YieldToEventLoop;
};

/**
 * The ledger has a document per conversation with files; the storage has their bytes. A check is written
 * before both, so that nothing is left behind for ever, wherever an instance ends.
 */
export function conversationFiles(dependencies: Dependencies): ConversationFileStore {
  const { clock, ids, ledger, turn, uploadStorage: storage } = dependencies;
  const blocks = blockFiles(storage);
  const list = fileList(dependencies);
  const { filesOf, change, drop, refreshSentFlags } = list;
  const cleanup = abandonedFiles(dependencies, list);
  const completing = keyedFlight<Attachment>();
  const checking = keyedMutex();

  /** A caller's own file that is still being sent, or was. */
  async function find(owner: FileOwner, id: string): Promise<ConversationFile> {
    const file = (await filesOf(owner.sessionId)).find((one) => one.id === id && isOwn(one, owner));
    if (!file || !(file.sent || isUploadOpen(file, clock.now()))) throw new AppError('attachment-not-found');
    return file;
  }

  /** Work on the bytes of a file, which fails in any way if a deletion removes them in the meantime. */
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
      return await checking('file', () => contentOf(storage.read(path), turn));
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
    async begin({ sessionId, from, agent }, { fileName, bytes }) {
      const now = clock.now();
      const file: ConversationFile = {
        ...{ id: await ids.create(), name: fileName, bytes, from, ...(agent !== undefined && { agent }) },
        createdAt: new Date(now).toISOString(),
      };
      // The storage is asked first, so that no record is written where it is away or not set up.
      await storage.isJoined(filePath(sessionId, file.id));
      const folder = folderOf(sessionId);
      const owner = { sessionId, usedAt: file.createdAt };
      // Before the check, which deletes a folder that has no conversation; and after the file is recorded, so
      // that a check that found none before does not remove it.
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

    async putBlock(owner, id, index, block) {
      const { bytes, type } = await find(owner, id);
      if (type !== undefined) throw new AppError('upload-complete');
      await blocks.put({ id: filePath(owner.sessionId, id), bytes }, index, block);
      // A block that was written while its file was deleted is deleted, too.
      if ((await filesOf(owner.sessionId)).some((file) => file.id === id)) return;
      await storage.remove(filePath(owner.sessionId, id));
      throw new AppError('attachment-not-found');
    },

    async complete(owner, id, count) {
      const file = await find(owner, id);
      const { sessionId } = owner;
      return (
        attachmentOf(file) ??
        (await completing(filePath(sessionId, id), () => completeOnce(sessionId, file, count)))
      );
    },

    async reserve({ sessionId }, fileIds) {
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

    async remove(owner, id) {
      const { sessionId } = owner;
      const file = (await refreshSentFlags(sessionId)).find((one) => one.id === id && isOwn(one, owner));
      if (!file) return;
      // Given up in one write, so that no message is promised it from then on.
      await change(sessionId, (files) =>
        files.map((one) => {
          if (one.id !== id) return one;
          if (isFileInUse(one, clock.now())) throw new AppError('attachment-sent');
          return abandonedFile(one);
        }),
      );
      await drop(sessionId, id);
    },

    async list(owner) {
      const files = (await refreshSentFlags(owner.sessionId)).filter(
        (file) => file.sent || isOwn(file, owner),
      );
      return files.map(attachmentOf).filter((it) => it !== undefined);
    },

    removeAll: cleanup.removeAll,
    removeAbandoned: cleanup.removeAbandoned,
  };
}

function isOwn(file: ConversationFile, { from, agent }: FileOwner): boolean {
  return file.from === from && file.agent === agent;
}
