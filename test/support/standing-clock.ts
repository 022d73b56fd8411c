import type { Clock } from '../../src/ports.ts';
import { realClock } from './real-clock.ts';

/** Shorter than what an instance waits for before it does anything in the background, in milliseconds. */
const SHORT_MS = 5_000;

/** Time that only a test moves. */
export interface StandingClock extends Clock {
  advance(ms: number): void;
}

/**
 * The time stands still, so that instances do nothing in the background and nothing is late; short pauses
 * between two attempts end.
 */
export function standingClock(): StandingClock {
  let nowMs = Date.now();
  return {
    now: () => nowMs,
    advance: (ms) => void (nowMs += ms),
    sleep: (ms, signal) => realClock.sleep(ms < SHORT_MS ? ms : 3_600_000, signal),
    after: () => () => undefined,
  };
}
