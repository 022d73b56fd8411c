import type { Clock, TelemetryEvent } from '../../ports.ts';
import type { TimedEvent } from './thread-messages.ts';

/**
 * How long events are collected before they are sent, in milliseconds: every message between threads has a
 * cost.
 */
const BATCH_MS = 1_000;
/** The most events in one message. Copying them takes less than 1 ms. */
const BATCH_SIZE = 200;
/** The most batches that are sent without confirmation. */
const MAX_UNCONFIRMED = 20;
/** The most queued events; the oldest are dropped. */
const MAX_QUEUED = 1_000;

/**
 * A bounded event queue with backpressure. A receiver gets batches and confirms each; only a few may be
 * unconfirmed. Other events wait in the queue, which drops the oldest if it is full.
 */
export function eventBatches(clock: Pick<Clock, 'now' | 'after'>) {
  let waiting: TimedEvent[] = [];
  let unconfirmed: (readonly TimedEvent[])[] = [];
  let receiver: ((batch: readonly TimedEvent[]) => void) | undefined;
  let clearTimer: (() => void) | undefined;

  function flush(most = MAX_UNCONFIRMED): void {
    clearTimer?.();
    clearTimer = undefined;
    while (receiver && waiting.length > 0 && unconfirmed.length < most) {
      const batch = waiting.splice(0, BATCH_SIZE);
      unconfirmed.push(batch);
      receiver(batch);
    }
  }

  return {
    add(event: TelemetryEvent): void {
      waiting.push({ event, atMs: clock.now() });
      if (waiting.length > MAX_QUEUED) waiting.shift();
      if (!receiver) return;
      if (waiting.length >= BATCH_SIZE) flush();
      else clearTimer ??= clock.after(BATCH_MS, () => flush());
    },
    /** The number of unconfirmed events. */
    size: (): number => waiting.length + unconfirmed.reduce((sum, { length }) => sum + length, 0),
    /** Sends the queued events to a receiver, and later ones as they are added. */
    open(next: (batch: readonly TimedEvent[]) => void): void {
      receiver = next;
      flush();
    },
    /** Confirms the oldest unconfirmed batch. */
    confirm(): void {
      unconfirmed.shift();
      // Without a timer the queued events were only waiting for a confirmation.
      if (!clearTimer) flush();
    },
    /** The receiver has ended: its unconfirmed events are queued for the next one. */
    lost(): void {
      receiver = undefined;
      waiting = [...unconfirmed.flat(), ...waiting].slice(-MAX_QUEUED);
      unconfirmed = [];
    },
    /** Sends all queued events immediately, without waiting for confirmations. */
    drain: (): void => flush(Number.POSITIVE_INFINITY),
  };
}
