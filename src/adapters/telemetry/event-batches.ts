import type { Clock, TelemetryEvent } from '../../ports.ts';
import type { TimedEvent } from './thread-messages.ts';

/** Events wait this long for others, in milliseconds: each message between threads has its price. */
const BATCH_MS = 1_000;
/** At most this many events in one message: to copy them takes less than a millisecond. */
const BATCH_SIZE = 200;
/** How many messages the receiver may have that it has not confirmed. */
const MAX_UNCONFIRMED = 20;
/** How many events wait for a receiver; the oldest are dropped. */
const KEPT = 1_000;

export interface EventBatches {
  add(event: TelemetryEvent): void;
  /** How many events no receiver has confirmed. */
  size(): number;
  /** Gives a receiver the queued events, and later ones as they are added. */
  open(receiver: (batch: readonly TimedEvent[]) => void): void;
  /** The receiver confirms the oldest batch that it has not confirmed yet. */
  confirm(): void;
  /** The receiver has ended: the events that it did not confirm are queued for the next one. */
  lost(): void;
  /** Sends all queued events immediately, without waiting for confirmations. */
  drain(): void;
}

/**
 * A bounded queue of events with backpressure. A receiver gets them in batches and confirms each; only a few
 * batches may be unconfirmed. Other events wait in the queue, which drops the oldest where it is full.
 */
export function eventBatches(clock: Pick<Clock, 'now' | 'after'>): EventBatches {
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
    add(event) {
      waiting.push({ event, atMs: clock.now() });
      if (waiting.length > KEPT) waiting.shift();
      if (!receiver) return;
      if (waiting.length >= BATCH_SIZE) flush();
      else clearTimer ??= clock.after(BATCH_MS, () => flush());
    },
    size: () => waiting.length + unconfirmed.reduce((sum, { length }) => sum + length, 0),
    open(next) {
      receiver = next;
      flush();
    },
    confirm() {
      unconfirmed.shift();
      // Without a timer the queued events are due: there was no room for them.
      if (!clearTimer) flush();
    },
    lost() {
      receiver = undefined;
      waiting = [...unconfirmed.flat(), ...waiting].slice(-KEPT);
      unconfirmed = [];
    },
    drain: () => flush(Number.POSITIVE_INFINITY),
  };
}
