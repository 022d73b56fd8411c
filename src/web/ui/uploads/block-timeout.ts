/** Time-out for sending a block and for joining the blocks, in milliseconds. */
export const BLOCK_TIMEOUT_MS = 120_000;
