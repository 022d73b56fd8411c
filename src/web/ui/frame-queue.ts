/** Pending work, in order. */
const waiting = new Set<() => void>();
let isRunning = false;

/**
 * Time slicing: runs one piece of work after each frame, so that the page stays responsive. The returned
 * function cancels the work.
 */
export function runAfterFrame(work: () => void): () => void {
  waiting.add(work);
  if (!isRunning) afterFrame(runNext);
  isRunning = true;
  return () => waiting.delete(work);
}

function runNext(): void {
  const [work] = waiting;
  if (work) {
    waiting.delete(work);
    work();
  }
  isRunning = waiting.size > 0;
  if (isRunning) afterFrame(runNext);
}

const afterFrame = (run: () => void) => requestAnimationFrame(() => setTimeout(run));
