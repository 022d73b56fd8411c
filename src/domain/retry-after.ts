const WHOLE_SECONDS = /^[0-9]{1,9}$/;

/** `Retry-After` in milliseconds from now: whole seconds or an HTTP date (RFC 9110 §10.2.3). */
export function retryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  const ms = WHOLE_SECONDS.test(header) ? Number(header) * 1000 : Date.parse(header) - nowMs;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
