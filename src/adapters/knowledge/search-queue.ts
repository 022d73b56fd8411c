/** Runs work that blocks the event loop for some milliseconds. */
export type RunQueued = <T>(work: () => T) => Promise<T>;

/**
 * Runs one piece of work in each turn of the event loop: the first immediately, the others in order. Many
 * concurrent searches thus keep other requests waiting no longer than one search does.
 */
export function eventLoopQueue(): RunQueued {
  const waiting: (() => void)[] = [];
  let isTaken = false;

  function startTurn(): void {
    const next = waiting.shift();
    isTaken = next !== undefined;
    if (!next) return;
    setImmediate(startTurn);
    next();
  }

  return async (work) => {
    if (isTaken) {
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      isTaken = true;
      setImmediate(startTurn);
    }
    return work();
  };
}

/** All searches of the process, and the steps in which indexes are built: they share its event loop. */
export const searchQueue = eventLoopQueue();

/** Yields to the event loop where work has run for a step since it last did. */
export type Pause = () => Promise<void>;

/** How long a step blocks the event loop, in milliseconds, but for the last piece of work in it. */
const STEP_MS = 3;

/** Divides long work into steps, each in its own turn of the event loop. */
export function yieldBetweenSteps(): Pause {
  let untilMs = performance.now() + STEP_MS;
  return async () => {
    if (performance.now() < untilMs) return;
    // The first of several would go on in this turn.
    await new Promise(setImmediate);
    await searchQueue(() => undefined);
    untilMs = performance.now() + STEP_MS;
  };
}
