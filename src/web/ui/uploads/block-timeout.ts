/** For a block on a slow line, and for joining the blocks of a file. */
export const BLOCK_TIMEOUT_MS = 120_000;
