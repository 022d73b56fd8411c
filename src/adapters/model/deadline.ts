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
  end(): void;
}

export function startDeadline(
  clock: Clock,
  caller: AbortSignal,
  { firstTokenMs, answerMs }: AnswerLimits,
): Deadline {
  const call = new AbortController();
  let heard = false;
  let timedOut = false;
  function timeOut(): void {
    timedOut = true;
    call.abort(new ModelFailure({ reason: 'timeout' }));
  }
  let clear = clock.after(firstTokenMs, () => {
    if (heard) clear = clock.after(answerMs - firstTokenMs, timeOut);
    else timeOut();
  });
  function giveUp(): void {
    clear();
    call.abort();
  }
  caller.addEventListener('abort', giveUp, { once: true });

  return {
    signal: call.signal,
    heard() {
      heard = true;
    },
    timedOut: () => timedOut,
    end() {
      caller.removeEventListener('abort', giveUp);
      clear();
    },
  };
}
