import { ModelFailure } from '../../domain/model-failure.ts';
import type { Clock } from '../../ports.ts';

export interface AnswerLimits {
  /** From the question to the first token, retries included, in milliseconds. */
  firstTokenMs: number;
  /** From the question to the end of the answer, in milliseconds. */
  answerMs: number;
}

/** The time that an answer may take. One timer serves the whole answer. */
export interface Deadline {
  /** Aborts when the time is over, with a ModelFailure as its reason, or when the caller gives up. */
  signal: AbortSignal;
  /** The first token is there: from now on the whole answer's limit counts. */
  heard(): void;
  timedOut(): boolean;
  /** Stops the timer. */
  end(): void;
}

/** Starts the time of an answer for a caller, who may give up at any moment. */
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
