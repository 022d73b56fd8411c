import * as z from 'zod/mini';
import { keyedMutex } from '../../domain/concurrency.ts';
import type { Ports, Version } from '../../ports.ts';
import type { Background } from '../platform/background.ts';
import { readDocument } from '../platform/ledger-documents.ts';
import { retryOnConflict } from '../platform/retry-on-conflict.ts';

const StoredLease = z.object({ until: z.iso.datetime() });
const KIND = 'next-leases';

/** Longer than the time budget of a request, so that no work goes on under an expired lease. */
const LEASE_MS = 10_000;

/** Runs work for an agent one at a time, on all instances together. */
export type OneAtATime = <T>(oid: string, work: () => Promise<T>) => Promise<T>;

/**
 * A short lease in the ledger: of two calls for the next conversation by one agent, the second counts what
 * the first has claimed. It is removed after the work; what a crash leaves expires. A call waits for the
 * lease of another one within its own time budget.
 */
export function nextLease(
  dependencies: Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'> & { background: Background },
): OneAtATime {
  const { ledger, clock, background } = dependencies;
  const mutex = keyedMutex();

  function acquire(oid: string): Promise<Version> {
    const document = { kind: KIND, id: oid, schema: StoredLease, consistency: 'strong' } as const;
    return retryOnConflict('next-lease', dependencies, async (attempt) => {
      const stored = attempt === 1 ? undefined : await readDocument(ledger, document);
      if (stored && Date.parse(stored.value.until) > clock.now()) return { written: false };
      const until = new Date(clock.now() + LEASE_MS).toISOString();
      const version = await ledger.write(KIND, oid, { until }, stored?.version ?? 'absent');
      return version === undefined ? { written: false } : { written: true, result: version };
    });
  }

  return (oid, work) =>
    mutex(oid, async () => {
      const version = await acquire(oid);
      try {
        return await work();
      } finally {
        // A lease that cannot be removed expires: the work has its result all the same.
        const removal = ledger.remove(KIND, oid, version);
        background.run(removal);
        await Promise.allSettled([removal]);
      }
    });
}
