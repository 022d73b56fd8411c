import { AppError } from '../../../domain/errors.ts';
import type { Clock, Random, Telemetry } from '../../../ports.ts';

/** How long one request and a whole operation with its repeats may take, in milliseconds, and how often it is tried. */
export interface Limits {
  requestMs: number;
  operationMs: number;
  attempts: number;
}

/** What the SDK tells of a call that the service answered. */
interface Answer {
  requestCharge?: number;
}

/** What a caller asked the service to do. */
export interface Operation<T extends Answer> {
  /** As telemetry knows it. */
  label: string;
  /** False where carrying it out twice would do harm, so that only what was certainly not done is repeated. */
  repeatable: boolean;
  /**
   * The statuses that answer what was asked, such as 404 for a read. Every other one is a failure: it says nothing of the
   * item, and above all not that there is none.
   */
  answers: readonly number[];
  /** Fewer than the limits allow, where a late answer is of no use. */
  attempts?: number;
  send(signal: AbortSignal): Promise<T>;
}

/**
 * How an operation ended: with an answer, or with one of the statuses that answer it.
 * `repeated`: an earlier attempt may have been carried out without our hearing of it.
 */
export type Outcome<T> =
  { answer: T; repeated: boolean } | { answer?: undefined; status: number; repeated: boolean };

/** Carries out an operation; whatever else goes wrong is `store-unavailable`. */
export type Perform = <T extends Answer>(operation: Operation<T>) => Promise<Outcome<T>>;

/** The service refused before it did anything, and asks to be asked again (Retry With, Too Many Requests). */
const UNDONE: ReadonlySet<number> = new Set([449, 429]);
/** Asking again gives the same: a wrong request, no permission, too large. */
const HOPELESS: ReadonlySet<number> = new Set([400, 401, 403, 413]);

const FIRST_PAUSE_MS = 40;

/** What the service answered to a request that failed. */
interface Status {
  status: number;
  /** 0 where there is none. */
  substatus: number;
}

/** The status that an error of the SDK, or the error within it, carries; undefined where no answer came. */
export function statusOf(error: unknown): Status | undefined {
  if (!(error instanceof Error)) return undefined;
  if (!('code' in error) || typeof error.code !== 'number') return statusOf(error.cause);
  const substatus = 'substatus' in error && typeof error.substatus === 'number' ? error.substatus : 0;
  return { status: error.code, substatus };
}

/** No replica has come as far as the session of the request (Read Session Not Available). */
export function isSessionAhead(error: unknown): boolean {
  const answered = statusOf(error);
  return answered?.status === 404 && answered.substatus === 1002;
}

/** A sub-status says that something else is missing than what was asked for: the container, the partition, a state. */
function isDefinite({ status, substatus }: Status, answers: readonly number[]): boolean {
  return answers.includes(status) && (status !== 404 || substatus === 0);
}

/** As telemetry tells it: `503`, `404/1002`. */
function codeOf(answered: Status | undefined): string {
  if (!answered) return 'unreachable';
  const { status, substatus } = answered;
  return substatus === 0 ? String(status) : `${status}/${substatus}`;
}

/**
 * Runs operations against a deadline, also where the SDK waits for a token and knows none. The SDK itself waits and
 * repeats where the service is throttling, and repeats reads whose connection broke; everything else is decided here, by
 * whether a repeat can do harm.
 */
export function performing(
  limits: Limits,
  { clock, random, telemetry }: { clock: Clock; random: Random; telemetry: Telemetry },
): Perform {
  /** Doubles with each attempt; the random half keeps those who failed together from coming back together. */
  function pauseMs(attempt: number): number {
    const [byte = 0] = random.bytes(1);
    return FIRST_PAUSE_MS * 2 ** attempt * (0.5 + byte / 512);
  }

  return async function perform<T extends Answer>(operation: Operation<T>): Promise<Outcome<T>> {
    const { label, repeatable, answers, attempts = limits.attempts, send } = operation;
    const startedAtMs = clock.now();
    const deadline = new AbortController();
    const ended = new AbortController();
    const late = clock.sleep(limits.operationMs, ended.signal).then(() => {
      deadline.abort();
      throw new Error('There was no answer in time.');
    });
    // Between two attempts nobody waits for it.
    late.catch(() => undefined);

    function finish<R extends Outcome<T>>(outcome: R, answered?: Status): R {
      const charge = outcome.answer?.requestCharge;
      telemetry.record({
        type: 'dependency',
        name: `cosmos.${label}`,
        durationMs: clock.now() - startedAtMs,
        ok: true,
        ...(answered && { code: codeOf(answered) }),
        ...(charge !== undefined && { charge }),
      });
      return outcome;
    }

    let repeated = false;
    try {
      for (let attempt = 1; ; attempt++) {
        try {
          return finish({ answer: await Promise.race([send(deadline.signal), late]), repeated });
        } catch (error) {
          const answered = statusOf(error);
          if (answered && isDefinite(answered, answers)) {
            return finish({ status: answered.status, repeated }, answered);
          }
          const undone = answered !== undefined && UNDONE.has(answered.status);
          const hopeless = answered !== undefined && HOPELESS.has(answered.status);
          const over = attempt >= attempts || deadline.signal.aborted;
          if (over || hopeless || !(undone || repeatable)) {
            telemetry.record({
              type: 'dependency',
              name: `cosmos.${label}`,
              durationMs: clock.now() - startedAtMs,
              ok: false,
              code: codeOf(answered),
            });
            throw new AppError('store-unavailable', {}, { cause: error });
          }
          repeated ||= !undone;
          telemetry.record({ type: 'retry', operation: `cosmos.${label}`, attempt });
          await clock.sleep(pauseMs(attempt), deadline.signal);
        }
      }
    } finally {
      ended.abort();
    }
  };
}
