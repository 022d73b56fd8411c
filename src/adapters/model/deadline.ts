import { ModelFailure } from '../../spending/rules/model-failure.ts';
import type { Clock } from '../../ports.ts';

export interface AnswerLimits {
  /** Time from the question to the first token, including retries, in milliseconds. */
  firstTokenMs: number;
  /** Time from the question to the end of the answer, in milliseconds. */
  answerMs: number;
}

/** The time-outs of an answer. */
export function startDeadline(clock: Clock, caller: AbortSignal, { firstTokenMs, answerMs }: AnswerLimits) {
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
    /** Aborts with a ModelFailure at a time-out, or when the caller aborts. */
    signal: call.signal,
    /** Call this with the first token: from then on only the time-out of the whole answer applies. */
    noteFirstToken(): void {
      heard = true;
    },
    timedOut: (): boolean => timedOut,
    end(): void {
      caller.removeEventListener('abort', giveUp);
      clear();
    },
  };
}

export type Deadline = ReturnType<typeof startDeadline>;
