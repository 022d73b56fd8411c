/** How many turns the event loop has while the work runs. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let next = setImmediate(function count() {
    turns++;
    next = setImmediate(count);
  });
  try {
    await work();
  } finally {
    clearImmediate(next);
  }
  return turns;
}
