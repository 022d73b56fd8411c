/**
 * How long a test waits for a condition, in milliseconds. It usually holds immediately, but later on a busy
 * machine.
 */
export const PATIENCE_MS = 30_000;
