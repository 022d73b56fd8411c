import type { Clock } from '../../ports.ts';

export interface AnswerLimits {
  /** From the question to the first token, retries included, in milliseconds. */
  firstTokenMs: number;
  /** From the question to the end of the answer, in milliseconds. */
  answerMs: number;
}

/** The time that an answer may take. One timer serves the whole answer. */
export interface Deadline {
  /** Aborts when the time is over, the caller gave up, or the answer has ended. */
  signal: AbortSignal;
  /** The first token is there: from now on the whole answer's limit counts. */
  heard(): void;
  timedOut(): boolean;
  /** Stops the timer and whatever still runs under the signal. */
  end(): void;
}

/** Starts the time of an answer for a caller, who may give up at any moment. */
export function startDeadline(
  clock: Clock,
  caller: AbortSignal,
  { firstTokenMs, answerMs }: AnswerLimits,
): Deadline {
  const running = new AbortController();
  const { signal } = running;
  let heard = false;
  let timedOut = false;
  const stop = () => running.abort();
  caller.addEventListener('abort', stop, { once: true });

  async function watch(): Promise<void> {
    await clock.sleep(firstTokenMs, signal);
    if (heard) await clock.sleep(answerMs - firstTokenMs, signal);
    if (signal.aborted) return;
    timedOut = true;
    stop();
  }
  void watch();

  return {
    signal,
    heard() {
      heard = true;
    },
    timedOut: () => timedOut,
    end() {
      caller.removeEventListener('abort', stop);
      stop();
    },
  };
}
