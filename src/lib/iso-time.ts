/** The current time of a clock (RFC 3339, in UTC). */
export function nowIso(clock: { now(): number }): string {
  return new Date(clock.now()).toISOString();
}
