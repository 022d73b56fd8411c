import type { DeliveryFailure } from '../records/outbox-entry.ts';
import { retryAfterMs } from '../../lib/retries.ts';

/** The result of a delivery to another system. `checkAfterMs`: it can still fail, and is looked at then. */
export type DeliveryResult =
  | { ok: true; checkAfterMs?: number }
  | { ok: false; code: DeliveryFailure; permanent: boolean; retryAfterMs?: number };

/** The default limit of another system's Retry-After, in milliseconds. */
export const MAX_RETRY_AFTER_MS = 10 * 60_000;

/**
 * The delivery result for an HTTP status (RFC 9110 §15). 408, 429 and all 5xx are retried; every other
 * failure is permanent until an admin changes something.
 */
export function outcomeOf(
  { status, retryAfter }: { status: number; retryAfter?: string | undefined },
  nowMs: number,
  maxRetryAfterMs = MAX_RETRY_AFTER_MS,
): DeliveryResult {
  if (status >= 200 && status < 300) return { ok: true };
  const askedMs = retryAfterMs(retryAfter, nowMs);
  const later = (code: DeliveryFailure): DeliveryResult => ({
    ok: false,
    code,
    permanent: false,
    ...(askedMs !== undefined && { retryAfterMs: Math.min(maxRetryAfterMs, askedMs) }),
  });
  const never = (code: DeliveryFailure): DeliveryResult => ({ ok: false, code, permanent: true });
  if (status === 429) return later('throttled');
  if (status === 408) return later('hanging');
  if (status === 404 || status === 410) return never('gone');
  if (status === 401 || status === 403) return never('not-allowed');
  if (status === 413) return never('too-large');
  if (status >= 300 && status < 400) return never('redirected');
  if (status >= 400 && status < 500) return never('refused');
  return later('unavailable');
}
