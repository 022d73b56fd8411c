/**
 * Whether another retention period, in days, deletes conversations that the current one keeps. 0 and
 * undefined: for ever.
 */
export function isShorterRetention(current = 0, next = 0): boolean {
  return next > 0 && (current === 0 || next < current);
}
