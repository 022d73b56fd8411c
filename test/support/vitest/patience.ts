/** Milliseconds that a test waits for a condition: it holds at once, and later on a busy machine. */
export const PATIENCE_MS = 30_000;
