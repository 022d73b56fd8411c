import { chance, jittered } from '../../lib/retries.ts';
import { ModelFailure, type FailureFacts, type FailureReason } from '../../spending/rules/model-failure.ts';
import type { Clock, Random, Telemetry } from '../../ports.ts';
import type { Deadline } from './deadline.ts';

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

interface Dependencies {
  clock: Clock;
  random: Pick<Random, 'bytes'>;
  telemetry: Pick<Telemetry, 'record'>;
}

/**
 * Repeats the model calls of one answer after a ModelFailure, unless `isLate` or the deadline has passed. A
 * call that was adapted to the model is repeated immediately.
 */
export function answerRetries({ clock, random, telemetry }: Dependencies, deadline: Deadline) {
  let retry = 0;
  const isAborted = () => deadline.signal.aborted;
  return async <T>(call: () => Promise<T>, isLate: () => boolean): Promise<T> => {
    for (;;) {
      try {
        return await call();
      } catch (error) {
        if (!(error instanceof ModelFailure)) throw error;
        if (deadline.timedOut()) throw new ModelFailure({ reason: 'timeout' }, { cause: error });
        if (isAborted()) throw error;
        if (error.facts.adapted) continue;
        const waitMs = isLate() ? undefined : pauseBefore(++retry, error.facts, random);
        if (waitMs === undefined) throw error;
        telemetry.record({ type: 'retry', operation: 'assistant', attempt: retry });
        await clock.sleep(waitMs, deadline.signal);
        if (isAborted()) throw error;
      }
    }
  };
}

export type RetryCall = ReturnType<typeof answerRetries>;
