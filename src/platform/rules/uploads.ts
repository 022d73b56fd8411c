/** The purposes of uploads; each has its own limits. */
export const UPLOAD_PURPOSES = ['knowledge'] as const;
export type UploadPurpose = (typeof UPLOAD_PURPOSES)[number];

/** The owner of admins' uploads. */
export const ADMIN = 'admin';

interface UploadLimits {
  maxBytes: number;
  /** The maximum number of uploads of one owner that are not expired, complete or not. */
  maxOpen: number;
  /** An upload is deleted after this time, complete or not. */
  keptMs: number;
}

/** The size of a block in bytes, below the limit of a request; the last block of a file is shorter. */
export const BLOCK_BYTES = 512 * 1024;

export const UPLOAD_LIMITS: Record<UploadPurpose, UploadLimits> = {
  knowledge: { maxBytes: 10 * 1024 * 1024, maxOpen: 100, keptMs: 24 * 3_600_000 },
};

/** The number of blocks of the largest possible file. */
export const MAX_BLOCKS = Math.ceil(
  Math.max(...Object.values(UPLOAD_LIMITS).map(({ maxBytes }) => maxBytes)) / BLOCK_BYTES,
);

export function blockCount(bytes: number): number {
  return Math.ceil(bytes / BLOCK_BYTES);
}

/** The length of a block in bytes; 0 if the index is out of range. */
export function blockLength(bytes: number, index: number): number {
  return Math.max(0, Math.min(BLOCK_BYTES, bytes - index * BLOCK_BYTES));
}

/** The indexes of the missing blocks; `received`: the lengths in bytes of the stored blocks. */
export function missingBlocks(bytes: number, received: ReadonlyMap<number, number>): number[] {
  return Array.from({ length: blockCount(bytes) }, (_, index) => index).filter(
    (index) => received.get(index) !== blockLength(bytes, index),
  );
}
