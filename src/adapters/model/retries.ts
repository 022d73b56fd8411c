import { chance, jittered } from '../../domain/jitter.ts';
import type { FailureFacts, FailureReason } from '../../domain/model-failure.ts';
import type { Random } from '../../ports.ts';

/** The most retries of one call, by failure. */
const MAX_RETRIES: Record<FailureReason, number> = {
  'rate-limited': 2,
  'server-error': 2,
  unreachable: 2,
  'broken-stream': 2,
  empty: 1,
  refused: 0,
  'access-denied': 0,
  'model-not-found': 0,
  'wrong-protocol': 0,
  timeout: 0,
  'circuit-open': 0,
};
/** Failures of a healthy server that refuses the call. They do not open the circuit. */
export const REFUSALS: ReadonlySet<FailureReason> = new Set(['refused', 'access-denied', 'model-not-found']);
/** The longest pause before the first retry, in milliseconds. It doubles with each retry. */
const BACKOFF_MS = 500;
/** Longest accepted `Retry-After`, in milliseconds. Beyond it a call is not retried. */
const MAX_RETRY_AFTER_MS = 8000;

/** The pause before a retry, in milliseconds; undefined if the call is not retried. The first retry is 1. */
export function pauseBefore(
  retry: number,
  { reason, retryAfterMs = 0 }: FailureFacts,
  random: Pick<Random, 'bytes'>,
): number | undefined {
  if (retry > MAX_RETRIES[reason] || retryAfterMs > MAX_RETRY_AFTER_MS) return undefined;
  return retryAfterMs + jittered(BACKOFF_MS * 2 ** (retry - 1), chance(random));
}
