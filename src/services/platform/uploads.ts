import * as z from 'zod/mini';
import { AppError } from '../../domain/errors.ts';
import { fileTypeOf, TYPE_BYTES, type FileType } from '../../domain/file-types.ts';
import { uploadForOwner, UploadRecord, type Upload } from '../../domain/records/upload.ts';
import { BLOCK_BYTES, UPLOAD_LIMITS, type UploadPurpose } from '../../domain/uploads.ts';
import type { Ports } from '../../ports.ts';
import { blockFiles } from './block-files.ts';
import { readable, readDocument, removeDocument, updateDocument } from './ledger-documents.ts';

/** A file before its first block. */
export interface NewUpload {
  purpose: UploadPurpose;
  fileName: string;
  bytes: number;
}

/** A file that is there as a whole. */
export interface UploadedFile {
  name: string;
  type: FileType;
  bytes: number;
  pieces: AsyncIterable<Uint8Array>;
}

/**
 * Files that wait to be used, sent in blocks (`BlockFiles`). An upload is visible only to its owner: for
 * everyone else it does not exist (`upload-not-found`).
 */
export interface Uploads {
  /** `file-too-large` by the purpose's limit, `too-many-uploads` where the owner has too many. */
  begin(owner: string, file: NewUpload): Promise<Upload>;
  find(owner: string, id: string): Promise<Upload>;
  /** `validation-failed` for a block of the wrong length, `upload-complete` once the file is joined. */
  putBlock(owner: string, id: string, index: number, bytes: Uint8Array): Promise<void>;
  /**
   * Joins the blocks; a repeat changes nothing. `upload-incomplete` names those that are missing. A file
   * whose content is of no known type is deleted again: `file-type-unsupported`.
   */
  complete(owner: string, id: string): Promise<Upload>;
  /** The file of a completed upload for one purpose. */
  open(owner: string, id: string, purpose: UploadPurpose): Promise<UploadedFile>;
  /** Keeps a text that was made of the file, in the place of the file, which is deleted. */
  saveText(owner: string, id: string, text: UploadText): Promise<void>;
  /** The text that is kept in place of the file; undefined until it was read. */
  textOf(owner: string, id: string): Promise<UploadText | undefined>;
  /** Deletes the file, at the latest with the expired ones; a repeat changes nothing. */
  remove(owner: string, id: string): Promise<void>;
  /** Deletes all uploads that are past their time, and returns their number. */
  removeExpired(): Promise<number>;
}

const KIND = 'uploads';
const TEXTS = 'upload-texts';
const Text = z.object({ text: z.string(), leftOut: z.exactOptional(z.readonly(z.array(z.string()))) });
/** The text that was read of a file, and the parts that were left out, in words. */
export type UploadText = z.output<typeof Text>;
/** Each request of an upload may reach another instance, so all reads see the writes of all. */
const consistency = 'strong' as const;
const textDocument = (id: string) => ({ kind: TEXTS, id, schema: Text, consistency });
const documentOf = (id: string) => ({ kind: KIND, id, schema: UploadRecord, consistency });

type Dependencies = Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry' | 'uploadStorage'>;

/**
 * The record of an upload is in the ledger, its bytes in the file storage. The record is written first and
 * deleted last, so that no bytes are without a record.
 */
export function uploads(dependencies: Dependencies): Uploads {
  const { ledger, clock, random, uploadStorage: storage } = dependencies;
  const blocks = blockFiles(storage);

  async function load(owner: string, id: string): Promise<UploadRecord> {
    const stored = await readDocument(ledger, documentOf(id));
    if (stored?.value.owner !== owner || Date.parse(stored.value.expiresAt) <= clock.now()) {
      throw new AppError('upload-not-found');
    }
    return stored.value;
  }

  async function shown(record: UploadRecord): Promise<Upload> {
    const complete = record.type !== undefined;
    const missing = complete ? [] : await blocks.missing(record);
    return { ...uploadForOwner(record), complete, blockBytes: BLOCK_BYTES, missing };
  }

  /**
   * The deletion is marked first, so that a concurrent write of a block or text finds it and cleans up. Files
   * that cannot be deleted then are deleted with the expired uploads.
   */
  async function drop(id: string): Promise<void> {
    await updateDocument(KIND, dependencies, documentOf(id), (stored) => ({
      value: stored && { ...stored.value, expiresAt: new Date(0).toISOString() },
      result: undefined,
    }));
    try {
      await removeMarked(id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }

  async function removeMarked(id: string): Promise<void> {
    await removeDocument(TEXTS, dependencies, textDocument(id));
    await storage.remove(id);
    await removeDocument(KIND, dependencies, documentOf(id));
  }

  /** Deletes what was written for an upload that was deleted in the meantime. */
  async function refuseDeleted(owner: string, id: string): Promise<void> {
    try {
      await load(owner, id);
    } catch (error) {
      if (error instanceof AppError && error.code === 'upload-not-found') await removeMarked(id);
      throw error;
    }
  }

  async function all(): Promise<UploadRecord[]> {
    return readable(await ledger.list(KIND), UploadRecord).map(({ value }) => value);
  }

  return {
    async begin(owner, { purpose, fileName, bytes }) {
      const limits = UPLOAD_LIMITS[purpose];
      if (bytes > limits.maxBytes) throw new AppError('file-too-large');
      const now = clock.now();
      const open = (await all()).filter(
        (one) => one.owner === owner && isFor(one, purpose) && Date.parse(one.expiresAt) > now,
      );
      if (open.length >= limits.maxOpen) throw new AppError('too-many-uploads');
      const record: UploadRecord = {
        ...{ id: random.uuid(), purpose, owner, fileName, bytes },
        createdAt: new Date(now).toISOString(),
        expiresAt: new Date(now + limits.keptMs).toISOString(),
      };
      // The storage is asked first, so that no record is written where it is away or not set up.
      const upload = await shown(record);
      await ledger.write(KIND, record.id, record, 'absent');
      return upload;
    },

    find: async (owner, id) => await shown(await load(owner, id)),

    async putBlock(owner, id, index, bytes) {
      const record = await load(owner, id);
      if (record.type !== undefined) throw new AppError('upload-complete');
      await blocks.put(record, index, bytes);
      await refuseDeleted(owner, id);
    },

    async complete(owner, id) {
      const record = await load(owner, id);
      if (record.type !== undefined) return await shown(record);
      let type: FileType | undefined;
      try {
        await blocks.join(record);
        type = fileTypeOf(await headOf(storage.read(id)), record.fileName);
      } catch (error) {
        // A deletion removes the bytes in the meantime.
        await refuseDeleted(owner, id);
        throw error;
      }
      if (type === undefined) {
        await drop(id);
        throw new AppError('file-type-unsupported');
      }
      const completed = { ...record, type };
      await updateDocument(KIND, dependencies, documentOf(id), (stored) => {
        if (!stored || stored.value.expiresAt !== record.expiresAt) throw new AppError('upload-not-found');
        return { value: completed, result: undefined };
      });
      return await shown(completed);
    },

    async open(owner, id, purpose) {
      const record = await load(owner, id);
      const { type, fileName: name, bytes } = record;
      if (!isFor(record, purpose)) throw new AppError('upload-not-found');
      if (type === undefined) throw new AppError('upload-incomplete');
      return { name, type, bytes, pieces: storage.read(id) };
    },

    async saveText(owner, id, text) {
      await load(owner, id);
      const kept = { value: text, result: undefined };
      await updateDocument(TEXTS, dependencies, textDocument(id), () => kept);
      await refuseDeleted(owner, id);
      await storage.remove(id);
    },

    async textOf(owner, id) {
      await load(owner, id);
      return (await readDocument(ledger, textDocument(id)))?.value;
    },

    async remove(owner, id) {
      const stored = await readDocument(ledger, documentOf(id));
      if (stored?.value.owner === owner) await drop(id);
    },

    async removeExpired() {
      const now = clock.now();
      const expired = (await all()).filter(({ expiresAt }) => Date.parse(expiresAt) <= now);
      const removals = expired.map(({ id }) => removeMarked(id));
      // One that cannot be deleted now does not keep the others.
      await Promise.allSettled(removals);
      await Promise.all(removals);
      return expired.length;
    },
  };
}

function isFor(upload: { purpose: string }, purpose: string): boolean {
  return upload.purpose === purpose;
}

/** The first bytes of a file; no more of it is read. */
async function headOf(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  for await (const piece of pieces) return piece.subarray(0, TYPE_BYTES);
  return new Uint8Array();
}
