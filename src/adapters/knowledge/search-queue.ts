/** Runs work that blocks the event loop for a few milliseconds. */
type RunQueued = <T>(work: () => T) => Promise<T>;

/**
 * Runs one task per turn of the event loop: the first immediately, the others in order. Concurrent searches
 * thus delay other requests no longer than one search does.
 */
export function eventLoopQueue(): RunQueued {
  const waiting: (() => void)[] = [];
  let isTaken = false;

  function startNext(): void {
    const next = waiting.shift();
    isTaken = next !== undefined;
    if (!next) return;
    setImmediate(startNext);
    next();
  }

  return async (work) => {
    if (isTaken) {
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      isTaken = true;
      setImmediate(startNext);
    }
    return work();
  };
}

/** The queue of the process, shared by searches and by the steps that build indexes. */
export const searchQueue = eventLoopQueue();

/** Yields to the event loop if work has run for a whole step since the last yield. */
export type Pause = () => Promise<void>;

/** How long a step may block the event loop, in milliseconds. */
const STEP_MS = 3;

/** Divides long work into steps, one per turn of the event loop. */
export function yieldBetweenSteps(): Pause {
  let untilMs = performance.now() + STEP_MS;
  return async () => {
    if (performance.now() < untilMs) return;
    // Waits again, because after the first of several waits the work would continue in the same turn.
    await new Promise(setImmediate);
    await searchQueue(() => undefined);
    untilMs = performance.now() + STEP_MS;
  };
}
