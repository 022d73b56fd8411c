import { ModelFailure } from '../../domain/model-failure.ts';
import type { Clock } from '../../ports.ts';

export interface AnswerLimits {
  /** From the question to the first token, retries included, in milliseconds. */
  firstTokenMs: number;
  /** From the question to the end of the answer, in milliseconds. */
  answerMs: number;
}

/** The time-outs of an answer; one timer for both. */
export interface Deadline {
  /** Aborts at the time-out, with a ModelFailure as its reason, or when the caller aborts. */
  signal: AbortSignal;
  /** The first token has arrived: from now on the time-out of the whole answer applies. */
  heard(): void;
  timedOut(): boolean;
  /** Stops the timer. */
  end(): void;
}

/** Starts the time-outs of an answer. */
export function startDeadline(
  clock: Clock,
  caller: AbortSignal,
  { firstTokenMs, answerMs }: AnswerLimits,
): Deadline {
  const call = new AbortController();
  const timer = new AbortController();
  let heard = false;
  let timedOut = false;
  const giveUp = () => {
    timer.abort();
    call.abort();
  };
  caller.addEventListener('abort', giveUp, { once: true });

  async function watch(): Promise<void> {
    await clock.sleep(firstTokenMs, timer.signal);
    if (heard) await clock.sleep(answerMs - firstTokenMs, timer.signal);
    if (timer.signal.aborted) return;
    timedOut = true;
    call.abort(new ModelFailure({ reason: 'timeout' }));
  }
  void watch();

  return {
    signal: call.signal,
    heard() {
      heard = true;
    },
    timedOut: () => timedOut,
    end() {
      caller.removeEventListener('abort', giveUp);
      timer.abort();
    },
  };
}
