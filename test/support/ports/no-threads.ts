import type { Threads } from '../../../src/conversations/threads.ts';

/** Threads of one session each. */
export const noThreads: Pick<Threads, 'newest' | 'continuationOf' | 'markContinued'> = {
  newest: (found) => Promise.resolve(found),
  continuationOf: () => Promise.resolve(undefined),
  markContinued: () => undefined,
};
