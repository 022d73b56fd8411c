import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { markSent } from '../conversations/rules/attachments.ts';
import { ConversationFiles, type ConversationFile } from '../conversations/records/attachment.ts';
import type { Ports } from '../ports.ts';
import { readDocument, updateDocument } from '../platform/ledger-documents.ts';

/** The ledger kind of the files of conversations. */
const FILES = 'attachments';
/** The ledger kind that maps a folder to its conversation; each new file rewrites it. */
export const FOLDERS = 'attachment-folders';
const FolderOwner = z.object({ sessionId: z.string(), usedAt: z.string() });

/** The document of a conversation's files; strong, because each request may reach another instance. */
export const documentOf = (sessionId: string) =>
  ({ kind: FILES, id: sessionId, schema: ConversationFiles, consistency: 'strong' }) as const;

/** After this many messages, `checkedSeq` is stored, so that they are not read again. */
const RECHECK_AFTER = 50;

/** The folder of a conversation: a hash of its id, because the storage's logs contain file names. */
export const folderOf = (sessionId: string): string =>
  createHash('sha256').update(`attachments:${sessionId}`).digest('hex').slice(0, 32);

export const ownerOf = (folder: string) =>
  ({ kind: FOLDERS, id: folder, schema: FolderOwner, consistency: 'strong' }) as const;

export const folderPath = (folder: string): string => `attachments/${folder}`;

/** The path of a file in the storage. */
export const filePath = (sessionId: string, id: string): string => `${folderPath(folderOf(sessionId))}/${id}`;

export type FileListPorts = Pick<
  Ports,
  'clock' | 'ledger' | 'random' | 'store' | 'telemetry' | 'uploadStorage'
>;

export function fileList(ports: FileListPorts) {
  const { ledger, store, uploadStorage: storage } = ports;

  const filesOf = async (sessionId: string): Promise<readonly ConversationFile[]> =>
    (await readDocument(ledger, documentOf(sessionId)))?.value.files ?? [];

  async function change(
    sessionId: string,
    next: (files: readonly ConversationFile[]) => readonly ConversationFile[],
  ): Promise<void> {
    const { result } = await updateDocument(FILES, ports, documentOf(sessionId), (stored) => {
      const before = stored?.value.files ?? [];
      const after = next(before);
      const value = after === before ? stored?.value : { files: after };
      return { value, result: { isEmpty: value?.files.length === 0 } };
    });
    if (!result.isEmpty) return;
    const folder = folderOf(sessionId);
    // Read first: an upload that starts in the meantime rewrites it, so that it is not deleted.
    const owner = await readDocument(ledger, ownerOf(folder));
    const entry = await readDocument(ledger, documentOf(sessionId));
    if (entry?.value.files.length !== 0) return;
    await ledger.remove(FILES, sessionId, entry.version);
    if (owner) await ledger.remove(FOLDERS, folder, owner.version);
  }

  async function drop(sessionId: string, id: string): Promise<void> {
    await storage.remove(filePath(sessionId, id));
    await change(sessionId, (files) =>
      files.some((file) => file.id === id) ? files.filter((file) => file.id !== id) : files,
    );
  }

  async function refreshSentFlags(sessionId: string, all?: 'all'): Promise<readonly ConversationFile[]> {
    const document = documentOf(sessionId);
    const found = await readDocument(ledger, document);
    const { files = [], checkedSeq = 0 } = found?.value ?? {};
    if (files.every(({ sent, type }) => sent || type === undefined)) return files;
    const messages = await store.messages(sessionId, all ? 0 : checkedSeq);
    const seq = messages.at(-1)?.seq ?? checkedSeq;
    const marked = markSent(files, messages);
    if (marked !== files || seq - checkedSeq >= RECHECK_AFTER) {
      await updateDocument(FILES, ports, document, (stored) => ({
        value: stored && { files: markSent(stored.value.files, messages), checkedSeq: seq },
        result: undefined,
      }));
    }
    return marked;
  }

  return {
    filesOf /** Changes the list; an empty list deletes the document. */,
    change /** Deletes a file: first the bytes, then the record, so that no bytes are orphaned. */,
    drop /**
     * The files, with updated `sent` marks. Reads the messages since the last call; with `all` every message,
     * which is required before a deletion.
     */,
    refreshSentFlags,
  };
}

/** The list of the files of a conversation, in the ledger. */
export type FileList = ReturnType<typeof fileList>;
