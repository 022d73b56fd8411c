/** Milliseconds that a test waits for a condition, which holds immediately, or later on a busy machine. */
export const PATIENCE_MS = 30_000;
