import type { Ports } from '../ports.ts';
import type { Background } from './background.ts';
import type { Lease, Leases } from './leases.ts';

/** Long work on stored items, in steps that any instance continues; what is due is marked in the ledger. */
export interface Jobs {
  /** Starts the due work on an item in the background, unless this instance already works on it. */
  wake(id: string): void;
  /** Interrupts this instance's work on an item after a change, so that it continues with the new state. */
  interrupt(id: string): void;
  /** Works on all due items, for at most WORK_MS each; for a timer. */
  runDue(): Promise<void>;
}

/** One step of a job. */
export interface JobStep {
  lease: Lease;
  /**
   * Aborts when the item is changed, the lease is lost, the instance ends or the time of the step is over.
   */
  signal: AbortSignal;
}

type Dependencies<T> = Pick<Ports, 'clock'> & {
  leases: Leases;
  background: Background;
  /** Aborts when the instance ends. */
  stopping: AbortSignal;
  /** The ids of the items with due work. */
  due: () => Promise<readonly string[]>;
  /** The newest state of an item; undefined if no work is due. */
  find: (id: string) => Promise<T | undefined>;
  /** The name of the lease; items with the same one are worked on one after the other. */
  leaseOf: (item: T) => string;
  /** Runs one step; `find` then decides whether there is a next one. */
  run: (item: T, step: JobStep) => Promise<void>;
};

/** The maximum duration of the work on an item, in milliseconds; below the platform's limit for a timer. */
const WORK_MS = 240_000;

export function jobs<T>(dependencies: Dependencies<T>): Jobs {
  const { clock, leases, background, stopping, due, find, leaseOf, run } = dependencies;
  /** The running work of this instance, by item; an abort means that the item was changed. */
  const running = new Map<string, AbortController>();
  /** Items that were woken while this instance worked on them; its last look may have come before. */
  const woken = new Set<string>();

  /** Runs steps under the lease; true if more work is due. */
  async function steps(id: string, changed: AbortSignal): Promise<boolean> {
    const first = await find(id);
    if (first === undefined) return false;
    const timeUp = new AbortController();
    const clear = clock.after(WORK_MS, () => timeUp.abort());
    try {
      const done = await leases.hold(leaseOf(first), async (lease) => {
        const signal = AbortSignal.any([stopping, timeUp.signal, changed, lease.lost]);
        // Read again: another instance may have worked on it until the lease was free.
        for (let item = await find(id); item !== undefined; item = await find(id)) {
          if (signal.aborted) return true;
          try {
            await run(item, { lease, signal });
          } catch (error) {
            if (!lease.lost.aborted) throw error;
            return false;
          }
        }
        return false;
      });
      return done?.result ?? false;
    } finally {
      clear();
    }
  }

  /** Works until nothing is due; only WORK_MS if `isBounded`. */
  async function work(id: string, isBounded: boolean): Promise<void> {
    for (let isMore = true; isMore && !stopping.aborted;) {
      const changed = new AbortController();
      running.set(id, changed);
      woken.delete(id);
      try {
        const isUnfinished = await steps(id, changed.signal);
        isMore = changed.signal.aborted || (isUnfinished ? !isBounded : woken.has(id));
      } finally {
        running.delete(id);
      }
    }
  }

  function wake(id: string): void {
    if (running.has(id)) woken.add(id);
    else background.run(work(id, false));
  }

  return {
    wake,

    interrupt(id) {
      running.get(id)?.abort();
      wake(id);
    },

    async runDue() {
      const ids = (await due()).filter((id) => !running.has(id));
      const ends = await Promise.allSettled(ids.map((id) => work(id, true)));
      const failed = ends.find((end) => end.status === 'rejected');
      if (failed) throw failed.reason;
    },
  };
}
