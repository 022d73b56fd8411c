import * as z from 'zod/mini';
import { thenAlways } from '../lib/concurrency.ts';
import { nowIso } from '../lib/fields.ts';
import { AppError } from '../core/errors.ts';
import { derivedId } from '../lib/ids.ts';
import type { Ports } from '../ports.ts';
import { updateDocument } from './ledger-documents.ts';

/** A lease that this instance has taken. */
export interface Lease {
  /** Aborts when the lease is lost. */
  readonly lost: AbortSignal;
  /** Throws if the lease is lost; to be called before each write of the work. */
  check(): void;
}

/** The duration of a lease after its last renewal, in milliseconds. */
export const LEASE_MS = 60_000;
/** The interval of renewals, in milliseconds. */
const RENEW_MS = 20_000;

const KIND = 'leases';
const StoredLease = z.object({ owner: z.string(), until: z.iso.datetime() });

type Dependencies = Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'> & {
  /** Aborts when the instance ends; a lease is then no longer renewed. */
  stopping: AbortSignal;
};

export function leases(dependencies: Dependencies) {
  const { clock, random, stopping } = dependencies;
  const leaseOf = (name: string) => ({
    kind: KIND,
    id: derivedId('lease', name),
    schema: StoredLease,
    consistency: 'strong' as const,
  });

  /**
   * Takes or renews a lease; undefined if another owner has it, else when it ends, on this clock. A renewal
   * also fails if another owner had it in the meantime, because the work then continues with outdated data.
   */
  async function claim(
    name: string,
    owner: string,
    { isRenewal }: { isRenewal: boolean },
  ): Promise<number | undefined> {
    // Counted from before the write, so that this instance never believes in it longer than others do.
    const untilMs = clock.now() + LEASE_MS;
    const { result } = await updateDocument<z.output<typeof StoredLease>, boolean>(
      KIND,
      dependencies,
      leaseOf(name),
      (stored) => {
        const isTaken =
          stored !== undefined &&
          stored.value.owner !== owner &&
          (isRenewal || Date.parse(stored.value.until) > clock.now());
        if (isTaken) return { result: false };
        return { value: { owner, until: new Date(untilMs).toISOString() }, result: true };
      },
    );
    return result ? untilMs : undefined;
  }

  async function release(name: string, owner: string): Promise<void> {
    const until = nowIso(clock);
    await updateDocument(KIND, dependencies, leaseOf(name), (stored) =>
      stored?.value.owner === owner ? { value: { owner, until }, result: undefined } : { result: undefined },
    );
  }

  return {
    /**
     * Runs work under a renewed lease; undefined, without running it, while another instance has the lease.
     */
    async hold<T>(name: string, work: (lease: Lease) => Promise<T>): Promise<{ result: T } | undefined> {
      const owner = random.uuid();
      let untilMs = await claim(name, owner, { isRenewal: false });
      if (untilMs === undefined) return undefined;
      const lost = new AbortController();
      const ended = new AbortController();
      let renewing = Promise.resolve();
      let cancel = () => undefined as void;
      const renewLater = () => {
        if (ended.signal.aborted) return;
        cancel = clock.after(RENEW_MS, () => void (renewing = renew()));
      };

      async function renew(): Promise<void> {
        if (stopping.aborted) return;
        try {
          untilMs = await claim(name, owner, { isRenewal: true });
          if (untilMs === undefined) lost.abort(new AppError('store-unavailable'));
          else renewLater();
        } catch (error) {
          // The lease lasts a while longer; the next renewal may succeed.
          if (error instanceof AppError) renewLater();
          else lost.abort(error);
        }
      }

      renewLater();
      const check = () => {
        if (untilMs === undefined || clock.now() >= untilMs) lost.abort(new AppError('store-unavailable'));
        lost.signal.throwIfAborted();
      };
      async function end(): Promise<void> {
        ended.abort();
        cancel();
        // Otherwise a renewal could take the lease again after its release.
        await renewing;
        if (!lost.signal.aborted) await release(name, owner);
      }
      return { result: await thenAlways(() => work({ lost: lost.signal, check }), end) };
    },
  };
}

/** Leases of background work: one instance at a time works under a name. */
export type Leases = ReturnType<typeof leases>;
