import * as z from 'zod/mini';
import { AppError } from '../core/errors.ts';
import { fileTypeOf, TYPE_BYTES, type FileType } from '../lib/file-types.ts';
import { uploadForOwner, UploadRecord, type Upload } from './records/upload.ts';
import { BLOCK_BYTES, UPLOAD_LIMITS, type UploadPurpose } from './rules/uploads.ts';
import type { Ports } from '../ports.ts';
import { blockFiles } from './block-files.ts';
import { readable, readDocument, removeDocument, updateDocument } from './ledger-documents.ts';

/** The declaration of an upload; `bytes`: its length. */
interface NewUpload {
  purpose: UploadPurpose;
  fileName: string;
  bytes: number;
}

/** A complete upload. */
interface UploadedFile {
  name: string;
  type: FileType;
  bytes: number;
  pieces: AsyncIterable<Uint8Array>;
}

const KIND = 'uploads';
const TEXTS = 'upload-texts';
const Text = z.object({ text: z.string(), leftOut: z.exactOptional(z.readonly(z.array(z.string()))) });
/** The text of a file, and texts about the parts that were left out. */
export type UploadText = z.output<typeof Text>;
/** Strong, because each request of an upload may reach another instance. */
const consistency = 'strong' as const;
const textDocument = (id: string) => ({ kind: TEXTS, id, schema: Text, consistency });
const documentOf = (id: string) => ({ kind: KIND, id, schema: UploadRecord, consistency });

type Dependencies = Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry' | 'uploadStorage'>;

/**
 * Stores the record of an upload in the ledger, and its bytes in the file storage. The record is written
 * first and deleted last, so that no bytes are orphaned.
 */
export function uploads(dependencies: Dependencies) {
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
   * The deletion is marked first, so that a concurrent write of a block or text detects it and cleans up.
   * Files that cannot be deleted are deleted with the expired uploads.
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

  /** Deletes what was written for a concurrently deleted upload, and throws `upload-not-found`. */
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
    /** Throws `file-too-large` and `too-many-uploads` by the limits of the purpose. */
    async begin(owner: string, { purpose, fileName, bytes }: NewUpload): Promise<Upload> {
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
      // The storage is called first, so that no record is written if it is unavailable or not configured.
      const upload = await shown(record);
      await ledger.write(KIND, record.id, record, 'absent');
      return upload;
    },

    find: async (owner: string, id: string): Promise<Upload> => await shown(await load(owner, id)),

    /** Throws `validation-failed` for a wrong block length, `upload-complete` once the file is joined. */
    async putBlock(owner: string, id: string, index: number, bytes: Uint8Array): Promise<void> {
      const record = await load(owner, id);
      if (record.type !== undefined) throw new AppError('upload-complete');
      await blocks.put(record, index, bytes);
      await refuseDeleted(owner, id);
    },

    /**
     * Joins the blocks; idempotent. Throws `upload-incomplete` with the missing blocks. A file of an unknown
     * type is deleted, and throws `file-type-unsupported`.
     */
    async complete(owner: string, id: string): Promise<Upload> {
      const record = await load(owner, id);
      if (record.type !== undefined) return await shown(record);
      let type: FileType | undefined;
      try {
        await blocks.join(record);
        type = fileTypeOf(await headOf(storage.read(id)), record.fileName);
      } catch (error) {
        // A concurrent deletion may have removed the bytes.
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

    /** The file of a completed upload for one purpose. */
    async open(owner: string, id: string, purpose: UploadPurpose): Promise<UploadedFile> {
      const record = await load(owner, id);
      const { type, fileName: name, bytes } = record;
      if (!isFor(record, purpose)) throw new AppError('upload-not-found');
      if (type === undefined) throw new AppError('upload-incomplete');
      return { name, type, bytes, pieces: storage.read(id) };
    },

    /** Stores the text of the file, and deletes the file. */
    async saveText(owner: string, id: string, text: UploadText): Promise<void> {
      await load(owner, id);
      const kept = { value: text, result: undefined };
      await updateDocument(TEXTS, dependencies, textDocument(id), () => kept);
      await refuseDeleted(owner, id);
      await storage.remove(id);
    },

    /** The stored text of the file; undefined until `saveText`. */
    async textOf(owner: string, id: string): Promise<UploadText | undefined> {
      await load(owner, id);
      return (await readDocument(ledger, textDocument(id)))?.value;
    },

    /** Deletes the upload; idempotent. If this fails, it is deleted when it expires. */
    async remove(owner: string, id: string): Promise<void> {
      const stored = await readDocument(ledger, documentOf(id));
      if (stored?.value.owner === owner) await drop(id);
    },

    /** Deletes all expired uploads, and returns their number. */
    async removeExpired(): Promise<number> {
      const now = clock.now();
      const expired = (await all()).filter(({ expiresAt }) => Date.parse(expiresAt) <= now);
      const removals = expired.map(({ id }) => removeMarked(id));
      // A failed deletion does not stop the others.
      await Promise.allSettled(removals);
      await Promise.all(removals);
      return expired.length;
    },
  };
}

/**
 * Uploads in blocks (`BlockFiles`). An upload is visible only to its owner; for all others it is
 * `upload-not-found`.
 */
export type Uploads = ReturnType<typeof uploads>;

function isFor(upload: { purpose: string }, purpose: string): boolean {
  return upload.purpose === purpose;
}

/** Reads only the first bytes of a file. */
async function headOf(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  for await (const piece of pieces) return piece.subarray(0, TYPE_BYTES);
  return new Uint8Array();
}
