const WHOLE_SECONDS = /^[0-9]{1,9}$/;

/** Parses `Retry-After` (RFC 9110 §10.2.3) into milliseconds from now; undefined if missing or invalid. */
export function retryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  const ms = WHOLE_SECONDS.test(header) ? Number(header) * 1000 : Date.parse(header) - nowMs;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
