import type { Clock } from '../../ports.ts';

/** How long what follows an item waits for more, in milliseconds: too short to be seen at a desk. */
export const BURST_MS = 50;

interface Options<T> {
  clock: Pick<Clock, 'after'>;
  /** Sends items, in the order in which they were added. */
  send: (items: readonly T[]) => void;
}

export interface Bursts<T> {
  add(item: T): void;
  /** Sends what waits, and ends the wait. */
  flush(): void;
}

/**
 * Leading-edge batching: an item that comes alone is sent at once; those within BURST_MS after it are sent
 * together at the end of that time, which then begins again.
 */
export function bursts<T>({ clock, send }: Options<T>): Bursts<T> {
  let waiting: T[] = [];
  let clear: (() => void) | undefined;

  function sendWaiting(): boolean {
    const items = waiting;
    waiting = [];
    if (items.length > 0) send(items);
    return items.length > 0;
  }

  function end(): void {
    clear = sendWaiting() ? clock.after(BURST_MS, end) : undefined;
  }

  return {
    add(item) {
      waiting.push(item);
      if (clear) return;
      clear = clock.after(BURST_MS, end);
      sendWaiting();
    },
    flush() {
      clear?.();
      clear = undefined;
      sendWaiting();
    },
  };
}
