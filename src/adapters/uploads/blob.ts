import type { TokenCredential } from '@azure/identity';
import type { BlockBlobClient } from '@azure/storage-blob';
import * as z from 'zod/mini';
import { lazy } from '../../lib/caching.ts';
import { withTimeout } from '../../lib/concurrency.ts';
import { AppError } from '../../core/errors.ts';
import { BLOCK_BYTES } from '../../platform/rules/uploads.ts';
import type { ScanResult } from '../../conversations/rules/attachments.ts';
import type { Clock, UploadStorage } from '../../ports.ts';

interface BlobUploadsOptions {
  /** The `https` URL of the container. */
  url: string;
  credential: () => Promise<TokenCredential>;
  clock: Clock;
  /** Time-out of one request with its retries, in milliseconds. Default: 5 000. */
  timeoutMs?: number;
}

const Missing = z.object({ statusCode: z.literal(404), code: z.literal('BlobNotFound') });
/** The condition of the commit is not met: documented as 412, but the service sends 409. */
const Existing = z.object({ code: z.enum(['BlobAlreadyExists', 'ConditionNotMet']) });

/**
 * The cloud's file storage: a block blob per upload in one container of Azure Blob Storage, accessed with the
 * managed identity. Blocks are staged, and committed as the blob. The SDK is loaded on first use.
 */
export function blobUploads({
  url,
  credential,
  clock,
  timeoutMs = 5_000,
}: BlobUploadsOptions): UploadStorage {
  const container = lazy(async () => {
    const { ContainerClient } = await import('@azure/storage-blob');
    return new ContainerClient(url, await credential(), {
      retryOptions: { maxTries: 3, retryDelayInMs: 200, maxRetryDelayInMs: 1_000, tryTimeoutInMs: timeoutMs },
    });
  });

  async function ask<T>(
    uploadId: string,
    work: (blob: BlockBlobClient, abortSignal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    try {
      return await withTimeout(clock, timeoutMs, async (signal) =>
        work((await container()).getBlockBlobClient(uploadId), signal),
      );
    } catch (error) {
      throw new AppError('files-unavailable', {}, { cause: error });
    }
  }

  /** The staged blocks, and whether the blob is committed. */
  const listed = (uploadId: string) =>
    ask(uploadId, async (blob, abortSignal) => {
      try {
        const list = await blob.getBlockList('all', { abortSignal });
        const staged = (list.uncommittedBlocks ?? []).map(({ name, size }) => [indexOf(name), size] as const);
        return { staged: new Map(staged), isJoined: (list.committedBlocks ?? []).length > 0 };
      } catch (error) {
        if (!Missing.safeParse(error).success) throw error;
        return { staged: new Map<number, number>(), isJoined: false };
      }
    });

  async function remove(uploadId: string): Promise<void> {
    const { staged, isJoined } = await listed(uploadId);
    // Staged blocks can only be discarded by committing the blob without them.
    if (staged.size > 0 && !isJoined) {
      await ask(uploadId, (blob, abortSignal) => blob.commitBlockList([], { abortSignal }));
    }
    await ask(uploadId, (blob, abortSignal) => blob.deleteIfExists({ abortSignal }));
  }

  /** The blobs of a folder, including those with staged blocks only. */
  async function namesIn(folder: string): Promise<string[]> {
    try {
      return await withTimeout(clock, timeoutMs, async (abortSignal) => {
        const options = { prefix: `${folder}/`, includeUncommitedBlobs: true, abortSignal };
        const names: string[] = [];
        for await (const { name } of (await container()).listBlobsFlat(options)) names.push(name);
        return names;
      });
    } catch (error) {
      throw new AppError('files-unavailable', {}, { cause: error });
    }
  }

  return {
    async putBlock(uploadId, index, bytes) {
      await ask(uploadId, (blob, abortSignal) =>
        blob.stageBlock(blockId(index), bytes, bytes.length, { abortSignal }),
      );
    },

    blocks: async (uploadId) => (await listed(uploadId)).staged,

    isJoined: async (uploadId) => (await listed(uploadId)).isJoined,

    async join(uploadId, count) {
      if ((await listed(uploadId)).isJoined) return;
      const ids = Array.from({ length: count }, (_, index) => blockId(index));
      await ask(uploadId, async (blob, abortSignal) => {
        try {
          await blob.commitBlockList(ids, {
            abortSignal,
            // Compare-and-set: only one of two concurrent calls commits, so that no later block can replace a
            // checked file.
            conditions: { ifNoneMatch: '*' },
            // Only this service reads the blob. This type keeps a browser from displaying it.
            blobHTTPHeaders: { blobContentType: 'application/octet-stream' },
          });
        } catch (error) {
          if (!Existing.safeParse(error).success) throw error;
        }
      });
    },

    async *read(uploadId, pieceBytes = BLOCK_BYTES) {
      const { contentLength = 0 } = await ask(uploadId, (blob, abortSignal) =>
        blob.getProperties({ abortSignal }),
      );
      for (let offset = 0; offset < contentLength; offset += pieceBytes) {
        const length = Math.min(pieceBytes, contentLength - offset);
        yield await ask(uploadId, (blob, abortSignal) =>
          blob.downloadToBuffer(offset, length, { abortSignal }),
        );
      }
    },

    remove,

    find: (uploadId) =>
      ask(uploadId, async (blob, abortSignal) => {
        try {
          const { tags } = await blob.getTags({ abortSignal });
          const { contentLength: bytes = 0 } = await blob.getProperties({ abortSignal });
          return { bytes, scan: scanOf(tags[SCAN_TAG]) };
        } catch (error) {
          if (!Missing.safeParse(error).success) throw error;
          return undefined;
        }
      }),

    async removeFolder(folder) {
      for (const name of await namesIn(folder)) await remove(name);
    },
  };
}

/** The blob index tag that Microsoft Defender for Storage sets after a scan. */
const SCAN_TAG = 'Malware Scanning scan result';
const SCAN_RESULTS: Readonly<Record<string, ScanResult>> = {
  'No threats found': 'clean',
  Malicious: 'malicious',
};

/** Maps the tag. A scan that failed or skipped the file counts as `unscanned`. */
function scanOf(tag: string | undefined): ScanResult {
  return SCAN_RESULTS[tag ?? ''] ?? 'unscanned';
}

/** Base64 ids of equal length, as a blob's blocks require. */
function blockId(index: number): string {
  return Buffer.from(String(index).padStart(6, '0')).toString('base64');
}

function indexOf(id: string): number {
  return Number(Buffer.from(id, 'base64').toString());
}
