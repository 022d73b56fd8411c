/** Milliseconds that a test waits for a condition: on a calm machine it holds at once, on a busy one later. */
export const PATIENCE_MS = 30_000;
