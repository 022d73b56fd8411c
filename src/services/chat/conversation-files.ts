import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { contentOf } from '../../domain/attachment-content.ts';
import { attachmentNameOf } from '../../domain/attachment-types.ts';
import {
  givenUp,
  hasRoom,
  isAbandoned,
  isOpen,
  isTaken,
  markSent,
  promised,
  UNSENT_MS,
} from '../../domain/attachments.ts';
import type { Turn } from '../../domain/byte-cursor.ts';
import { keyedFlight, keyedMutex } from '../../domain/concurrency.ts';
import { AppError } from '../../domain/errors.ts';
import {
  attachmentOf,
  ConversationFiles,
  type Attachment,
  type AttachmentSide,
  type ConversationFile,
} from '../../domain/records/attachment.ts';
import type { Ports, Version } from '../../ports.ts';
import { blockFiles } from '../platform/block-files.ts';
import { readDocument, removeDocument, updateDocument } from '../platform/ledger-documents.ts';
import type { AttachmentIds } from './attachment-ids.ts';

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
  promise(owner: FileOwner, ids: readonly string[]): Promise<boolean>;
  /**
   * Deletes a file that is in no message, and promised to none; a repeat changes nothing. `attachment-sent`
   * for any other.
   */
  remove(owner: FileOwner, id: string): Promise<void>;
  /** What a caller may see: what is in messages, and what this caller has not sent yet. */
  list(owner: FileOwner): Promise<Attachment[]>;
  /** Deletes all files of a deleted conversation. */
  removeAll(sessionId: string): Promise<void>;
  /** Deletes what was begun and given up, and what is left of deleted conversations; gives its number. */
  removeAbandoned(): Promise<number>;
}

const FILES = 'attachments';
/**
 * The ledger kind of folders that are to be looked at, by the hour from which on. A check outlives a deleted
 * conversation by a day, so that it does not name the session.
 */
const CHECKS = 'attachment-checks';
/** The ledger kind of the conversation of a folder, while there is one; each new file writes it anew. */
const FOLDERS = 'attachment-folders';
const FolderOwner = z.object({ sessionId: z.string(), usedAt: z.string() });
const HOUR_MS = 3_600_000;
/** The most conversations that one run looks at; the next one continues. */
const MAX_CHECKS = 500;

/** Each request may reach another instance, so that all reads see the writes of all. */
const documentOf = (sessionId: string) =>
  ({ kind: FILES, id: sessionId, schema: ConversationFiles, consistency: 'strong' }) as const;

/** A folder per conversation in the storage. Its name is a hash: logs of a storage hold names of files. */
const folderOf = (sessionId: string): string =>
  createHash('sha256').update(`attachments:${sessionId}`).digest('hex').slice(0, 32);

const ownerOf = (folder: string) =>
  ({ kind: FOLDERS, id: folder, schema: FolderOwner, consistency: 'strong' }) as const;

/** Where a folder is in the storage. */
const placeOf = (folder: string): string => `attachments/${folder}`;

/** Where a file is in the storage. */
export const fileAt = (sessionId: string, id: string): string => `${placeOf(folderOf(sessionId))}/${id}`;

type Dependencies = Pick<Ports, 'clock' | 'ledger' | 'random' | 'store' | 'telemetry' | 'uploadStorage'> & {
  turn: Turn;
  ids: Pick<AttachmentIds, 'make'>;
};

/**
 * The ledger has a document per conversation with files; the storage has their bytes. A check is written
 * before both, so that nothing is left behind for ever, wherever an instance ends.
 */
export function conversationFiles(dependencies: Dependencies): ConversationFileStore {
  const { clock, ids, ledger, store, uploadStorage: storage } = dependencies;
  const blocks = blockFiles(storage);
  const completing = keyedFlight<Attachment>();
  const checking = keyedMutex();

  const filesOf = async (sessionId: string): Promise<readonly ConversationFile[]> =>
    (await readDocument(ledger, documentOf(sessionId)))?.value.files ?? [];

  /** Changes the list; an empty one is no document. */
  async function change(
    sessionId: string,
    next: (files: readonly ConversationFile[]) => readonly ConversationFile[],
  ): Promise<void> {
    const { result } = await updateDocument(FILES, dependencies, documentOf(sessionId), (stored) => {
      const before = stored?.value.files ?? [];
      const after = next(before);
      const value = after === before ? stored?.value : { files: after };
      return { value, result: { isEmpty: value?.files.length === 0 } };
    });
    if (!result.isEmpty) return;
    const folder = folderOf(sessionId);
    // Read first: a file that is begun meanwhile writes it anew, so that it stays.
    const owner = await readDocument(ledger, ownerOf(folder));
    const entry = await readDocument(ledger, documentOf(sessionId));
    if (entry?.value.files.length !== 0) return;
    await ledger.remove(FILES, sessionId, entry.version);
    if (owner) await ledger.remove(FOLDERS, folder, owner.version);
  }

  /** A caller's own file that is still being sent, or was. */
  async function find(owner: FileOwner, id: string): Promise<ConversationFile> {
    const file = (await filesOf(owner.sessionId)).find((one) => one.id === id && isOwn(one, owner));
    if (!file || !(file.sent || isOpen(file, clock.now()))) throw new AppError('attachment-not-found');
    return file;
  }

  /** The bytes go first, so that no bytes are without a record. */
  async function drop(sessionId: string, id: string): Promise<void> {
    await storage.remove(fileAt(sessionId, id));
    await change(sessionId, (files) =>
      files.some((file) => file.id === id) ? files.filter((file) => file.id !== id) : files,
    );
  }

  /** Work on the bytes of a file, which fails in any way where a deletion takes them away meanwhile. */
  async function unlessDeleted<T>(sessionId: string, id: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if ((await filesOf(sessionId)).some((file) => file.id === id && !isAbandoned(file, clock.now())))
        throw error;
      await storage.remove(fileAt(sessionId, id));
      throw new AppError('attachment-not-found', {}, { cause: error });
    }
  }

  async function completed(
    sessionId: string,
    { id, bytes, name: sentName }: ConversationFile,
    count: () => Promise<void>,
  ): Promise<Attachment> {
    const place = fileAt(sessionId, id);
    const examined = await unlessDeleted(sessionId, id, async () => {
      await blocks.join({ id: place, bytes });
      await count();
      return await checking('file', () => contentOf(storage.read(place), dependencies.turn));
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

  /** The files, with those marked that are in messages by now. */
  async function settled(sessionId: string): Promise<readonly ConversationFile[]> {
    const files = await filesOf(sessionId);
    if (files.every(({ sent, type }) => sent || type === undefined)) return files;
    const messages = await store.messages(sessionId);
    const marked = markSent({ files }, messages).files;
    if (marked !== files) await change(sessionId, (latest) => markSent({ files: latest }, messages).files);
    return marked;
  }

  /** Has the conversation looked at from a time on, in milliseconds; calls of one hour share a check. */
  async function checkFrom(sessionId: string, atMs: number): Promise<void> {
    const hour = new Date(Math.ceil(atMs / HOUR_MS) * HOUR_MS).toISOString();
    await ledger.write(CHECKS, `${hour}_${folderOf(sessionId)}`, {}, 'absent');
  }

  /** Gives the files up first: while the storage is away, the conversation may be begun again. */
  async function removeAll(sessionId: string): Promise<void> {
    if ((await readDocument(ledger, documentOf(sessionId))) === undefined) return;
    const folder = folderOf(sessionId);
    await checkFrom(sessionId, clock.now());
    await change(sessionId, (files) => files.map(givenUp));
    await storage.removeFolder(placeOf(folder));
    await removeDocument(FOLDERS, dependencies, ownerOf(folder));
    await removeDocument(FILES, dependencies, documentOf(sessionId));
  }

  /** Deletes what the conversation of a folder has given up; the folder where there is nothing else in it. */
  async function check(folder: string): Promise<number> {
    const owner = await readDocument(ledger, ownerOf(folder));
    if (owner) return await checkConversation(owner.value.sessionId, owner.version);
    await storage.removeFolder(placeOf(folder));
    return 0;
  }

  /** `ownerVersion` keeps the folder's document where a file was begun meanwhile. */
  async function checkConversation(sessionId: string, ownerVersion?: Version): Promise<number> {
    const now = clock.now();
    const abandoned = (await settled(sessionId)).filter((file) => isAbandoned(file, now));
    for (const { id } of abandoned) await drop(sessionId, id);
    if ((await filesOf(sessionId)).length > 0) return abandoned.length;
    const folder = folderOf(sessionId);
    await storage.removeFolder(placeOf(folder));
    if (ownerVersion !== undefined) await ledger.remove(FOLDERS, folder, ownerVersion);
    return abandoned.length;
  }

  return {
    async begin({ sessionId, from, agent }, { fileName, bytes }) {
      const now = clock.now();
      const file: ConversationFile = {
        ...{ id: await ids.make(), name: fileName, bytes, from, ...(agent !== undefined && { agent }) },
        createdAt: new Date(now).toISOString(),
      };
      // The storage is asked first, so that no record is written where it is away or not set up.
      await storage.isJoined(fileAt(sessionId, file.id));
      const folder = folderOf(sessionId);
      const owner = { sessionId, usedAt: file.createdAt };
      // Before the check, which deletes a folder that has no conversation; and after the file is recorded, so
      // that a check that found none before does not remove it.
      await ledger.write(FOLDERS, folder, owner, 'absent');
      await checkFrom(sessionId, now + UNSENT_MS);
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
      await blocks.put({ id: fileAt(owner.sessionId, id), bytes }, index, block);
      // A block that was written while its file was deleted is deleted, too.
      if ((await filesOf(owner.sessionId)).some((file) => file.id === id)) return;
      await storage.remove(fileAt(owner.sessionId, id));
      throw new AppError('attachment-not-found');
    },

    async complete(owner, id, count) {
      const file = await find(owner, id);
      const { sessionId } = owner;
      return (
        attachmentOf(file) ??
        (await completing(fileAt(sessionId, id), () => completed(sessionId, file, count)))
      );
    },

    async promise({ sessionId }, ids) {
      const wanted = new Set(ids);
      const areThere = (files: readonly ConversationFile[]) =>
        files.filter((file) => wanted.has(file.id) && !isAbandoned(file, clock.now())).length === wanted.size;
      let areTaken = false;
      await change(sessionId, (files) => {
        areTaken = areThere(files);
        return areTaken ? promised(files, wanted, clock.now()) : files;
      });
      return areTaken;
    },

    async remove(owner, id) {
      const { sessionId } = owner;
      const file = (await settled(sessionId)).find((one) => one.id === id && isOwn(one, owner));
      if (!file) return;
      // Given up in one write, so that no message is promised it from then on.
      await change(sessionId, (files) =>
        files.map((one) => {
          if (one.id !== id) return one;
          if (isTaken(one, clock.now())) throw new AppError('attachment-sent');
          return givenUp(one);
        }),
      );
      await drop(sessionId, id);
    },

    async list(owner) {
      const files = (await settled(owner.sessionId)).filter((file) => file.sent || isOwn(file, owner));
      return files.map(attachmentOf).filter((it) => it !== undefined);
    },

    removeAll,

    async removeAbandoned() {
      let removed = 0;
      const until = new Date(clock.now()).toISOString();
      for (const { id, version } of await ledger.newest(CHECKS, MAX_CHECKS, until)) {
        const checked = id.slice(id.indexOf('_') + 1);
        // One that cannot be looked at now does not keep the others; its check stays.
        try {
          // An earlier release named the session.
          removed += await (checked.includes('-') ? checkConversation(checked) : check(checked));
          await ledger.remove(CHECKS, id, version);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
        }
      }
      return removed;
    },
  };
}

function isOwn(file: ConversationFile, { from, agent }: FileOwner): boolean {
  return file.from === from && file.agent === agent;
}
