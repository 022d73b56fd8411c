/** A random number from 0 up to, but not including, 1. */
export function chance(random: { bytes(length: number): Uint8Array }): number {
  return (random.bytes(1)[0] ?? 0) / 256;
}

/**
 * A pause of which half is random, so that callers that failed together do not retry together. `by`: a random
 * number, 0 to 1.
 */
export function jittered(pauseMs: number, by: number): number {
  return pauseMs * (0.5 + by / 2);
}

const WHOLE_SECONDS = /^[0-9]{1,9}$/;

/** Parses `Retry-After` (RFC 9110 §10.2.3) into milliseconds from now; undefined if missing or invalid. */
export function retryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  const ms = WHOLE_SECONDS.test(header) ? Number(header) * 1000 : Date.parse(header) - nowMs;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
