/** Runs work that blocks the event loop for some milliseconds. */
export type InTurn = <T>(work: () => T) => Promise<T>;

/**
 * One piece of work in each turn of the event loop: the first runs at once, the others in their order, one in
 * each later turn. So many searches at once keep other requests waiting no longer than one search does.
 */
export function oncePerTurn(): InTurn {
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
