import { RequestBudgetError, withTimeout } from '../../../lib/concurrency.ts';
import { AppError } from '../../../core/errors.ts';
import { chance, jittered } from '../../../lib/retries.ts';
import type { Clock, Random, Telemetry } from '../../../ports.ts';

/** Time-outs of one request, and of an operation with its retries, in milliseconds; the most attempts. */
export interface Limits {
  requestMs: number;
  operationMs: number;
  attempts: number;
}

/** The SDK's response to a successful call. */
interface Answer {
  requestCharge?: number;
}

/** One request to the service, with its retry policy. */
interface Operation<T extends Answer> {
  /** The operation's name in telemetry. */
  label: string;
  /**
   * False if a second execution would do harm. It is then retried only if the first was certainly not
   * executed.
   */
  repeatable: boolean;
  /**
   * Expected statuses, such as 404 for a read. Every other status is a failure, which says nothing about the
   * item, not even that it is missing.
   */
  answers: readonly number[];
  /** The most attempts, if fewer than the limits allow. */
  attempts?: number;
  send(signal: AbortSignal): Promise<T>;
}

/**
 * The result of an operation, or one of its expected statuses. `repeated` means that an earlier attempt
 * without an answer may have been executed.
 */
type Outcome<T> =
  { answer: T; repeated: boolean } | { answer?: undefined; status: number; repeated: boolean };

/** Performs an operation. Throws `store-unavailable`. */
export type Perform = <T extends Answer>(operation: Operation<T>) => Promise<Outcome<T>>;

/** The service did nothing and asks for a retry (Retry With, Too Many Requests). */
const NOT_EXECUTED: ReadonlySet<number> = new Set([449, 429]);
/** A retry would fail as well: bad request, no permission, too large. */
const NOT_RETRYABLE: ReadonlySet<number> = new Set([400, 401, 403, 413]);

const FIRST_PAUSE_MS = 40;

/** The service's status for a failed request. */
interface Status {
  status: number;
  /** 0 if missing. */
  substatus: number;
}

/** The status of an SDK error or its cause; undefined if there was no response. */
function statusOf(error: unknown): Status | undefined {
  if (!(error instanceof Error)) return undefined;
  if (!('code' in error) || typeof error.code !== 'number') return statusOf(error.cause);
  const substatus = 'substatus' in error && typeof error.substatus === 'number' ? error.substatus : 0;
  return { status: error.code, substatus };
}

/** No replica has caught up with the request's session token (Read Session Not Available). */
export function isSessionAhead(error: unknown): boolean {
  const answered = statusOf(error);
  return answered?.status === 404 && answered.substatus === 1002;
}

/** A 404 with a sub-status means that something else is missing, such as the container or the partition. */
function isDefinite({ status, substatus }: Status, answers: readonly number[]): boolean {
  return answers.includes(status) && (status !== 404 || substatus === 0);
}

/** The code for telemetry: `503`, `404/1002`. */
function codeOf(answered: Status | undefined): string {
  if (!answered) return 'unreachable';
  const { status, substatus } = answered;
  return substatus === 0 ? String(status) : `${status}/${substatus}`;
}

/**
 * Runs operations with a deadline, which also limits the SDK's wait for a token. The SDK retries throttled
 * requests and reads with a broken connection. All other retries are decided here.
 */
export function performer(
  limits: Limits,
  { clock, random, telemetry }: { clock: Clock; random: Random; telemetry: Telemetry },
): Perform {
  /** Exponential back-off with jitter. */
  const pauseMs = (attempt: number) => jittered(FIRST_PAUSE_MS * 2 ** attempt, chance(random));

  /** Repeats attempts until there is an answer or a retry is pointless. Throws the last failure. */
  async function attemptUntilAnswered<T extends Answer>(
    { label, repeatable, answers, attempts = limits.attempts, send }: Operation<T>,
    deadline: AbortSignal,
  ): Promise<Outcome<T>> {
    let repeated = false;
    for (let made = 1; ; made++) {
      try {
        return { answer: await send(deadline), repeated };
      } catch (error) {
        const answered = statusOf(error);
        if (answered && isDefinite(answered, answers)) return { status: answered.status, repeated };
        const undone = answered !== undefined && NOT_EXECUTED.has(answered.status);
        const hopeless = answered !== undefined && NOT_RETRYABLE.has(answered.status);
        const over = made >= attempts;
        deadline.throwIfAborted();
        if (over || hopeless || !(undone || repeatable)) throw error;
        repeated ||= !undone;
        telemetry.record({ type: 'retry', operation: `cosmos.${label}`, attempt: made });
        await clock.sleep(pauseMs(made), deadline);
        deadline.throwIfAborted();
      }
    }
  }

  return async function perform<T extends Answer>(operation: Operation<T>): Promise<Outcome<T>> {
    // Other operations used up the request's time budget; telemetry has recorded them.
    if ((clock.remainingMs?.() ?? 1) <= 0) {
      throw new AppError('store-unavailable', {}, { cause: new RequestBudgetError() });
    }
    const startedAtMs = clock.now();
    function record(end: { ok: boolean; code?: string; charge?: number }): void {
      telemetry.record({
        type: 'dependency',
        name: `cosmos.${operation.label}`,
        durationMs: clock.now() - startedAtMs,
        ...end,
      });
    }
    try {
      const outcome = await withTimeout(clock, limits.operationMs, (signal) =>
        attemptUntilAnswered(operation, signal),
      );
      const charge = outcome.answer?.requestCharge;
      record({
        ok: true,
        ...('status' in outcome && { code: String(outcome.status) }),
        ...(charge !== undefined && { charge }),
      });
      return outcome;
    } catch (error) {
      record({ ok: false, code: codeOf(statusOf(error)) });
      throw new AppError('store-unavailable', {}, { cause: error });
    }
  };
}
