/** Pending work in the order of the requests. */
const waiting = new Set<() => void>();
let isRunning = false;

/**
 * Time slicing: runs each piece of work in a task after a frame, one a frame, so that what the reader does is
 * answered in between. The returned function takes the work back.
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
