/** The purposes of uploaded files. Each purpose has its limits. */
export const UPLOAD_PURPOSES = ['knowledge'] as const;
export type UploadPurpose = (typeof UPLOAD_PURPOSES)[number];

/** The owner of what an admin uploads. */
export const ADMIN = 'admin';

interface UploadLimits {
  maxBytes: number;
  /** The maximum number of concurrent uploads of one owner, finished or not. */
  maxOpen: number;
  /** An upload is deleted after this time, finished or not. */
  keptMs: number;
}

/** A file is larger than a request may be, so it is sent in blocks of this size; the last one is shorter. */
export const BLOCK_BYTES = 512 * 1024;

export const UPLOAD_LIMITS: Record<UploadPurpose, UploadLimits> = {
  knowledge: { maxBytes: 10 * 1024 * 1024, maxOpen: 100, keptMs: 24 * 3_600_000 },
};

/** The largest number of blocks of any purpose. */
export const MAX_BLOCKS = Math.ceil(
  Math.max(...Object.values(UPLOAD_LIMITS).map(({ maxBytes }) => maxBytes)) / BLOCK_BYTES,
);

/** The number of blocks of a file. */
export function blockCount(bytes: number): number {
  return Math.ceil(bytes / BLOCK_BYTES);
}

/** The length of one block of a file in bytes; 0 where the file has no such block. */
export function blockLength(bytes: number, index: number): number {
  return Math.max(0, Math.min(BLOCK_BYTES, bytes - index * BLOCK_BYTES));
}

/** The blocks that are still to be sent, of which storage holds `received` with their lengths in bytes. */
export function missingBlocks(bytes: number, received: ReadonlyMap<number, number>): number[] {
  return Array.from({ length: blockCount(bytes) }, (_, index) => index).filter(
    (index) => received.get(index) !== blockLength(bytes, index),
  );
}
