import * as z from 'zod/mini';
import { AppError } from '../core/errors.ts';
import { count, nowIso, time } from '../lib/fields.ts';
import type { RunningErasure } from '../conversations/records/person.ts';
import type { Ports } from '../ports.ts';
import type { Background } from '../platform/background.ts';
import { jobs } from '../platform/jobs.ts';
import type { Leases } from '../platform/leases.ts';
import { readable, readDocument, updateDocument } from '../platform/ledger-documents.ts';
import type { Removals } from './removals.ts';

const KIND = 'erasures';
/** How many conversations one step deletes. */
const BATCH = 20;

/** A running erasure. `identifiers` are content; the document is deleted with the last conversation. */
const Stored = z.object({ identifiers: z.array(z.string()), startedAt: time(), erased: count() });
interface Erasure {
  id: string;
  value: z.output<typeof Stored>;
}

type Dependencies = Pick<Ports, 'clock' | 'ledger' | 'random' | 'store' | 'telemetry'> & {
  archive: Pick<Removals, 'remove'>;
  leases: Leases;
  background: Background;
  stopping: AbortSignal;
};

/**
 * Deletes all conversations of a person. The order is stored first, so that any instance continues it after a
 * time-out or a failure.
 */
export function erasures(dependencies: Dependencies) {
  const { clock, ledger, random, store, archive } = dependencies;
  const erasureOf = (id: string) => ({ kind: KIND, id, schema: Stored, consistency: 'strong' as const });

  async function sessionIds({ identifiers, startedAt }: Erasure['value']): Promise<string[]> {
    for (const identifier of identifiers) {
      // The second after the start is included, because the visitor may write while the admin confirms.
      const to = new Date(Date.parse(startedAt) + 1_000).toISOString();
      const facets = [identifier];
      const { items } = await store.list({ sortBy: 'recent', facets, to, limit: BATCH });
      if (items.length > 0) return items.map(({ sessionId }) => sessionId);
    }
    return [];
  }

  /** False if it was deleted in the meantime, for example with the thread of another one. */
  async function remove(sessionId: string): Promise<boolean> {
    try {
      await archive.remove(sessionId);
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'session-not-found') return false;
      throw error;
    }
  }

  const work = jobs<Erasure>({
    ...dependencies,
    due: async () => readable(await ledger.list(KIND), Stored).map(({ id }) => id),
    async find(id) {
      const stored = await readDocument(ledger, erasureOf(id));
      return stored && { id, value: stored.value };
    },
    leaseOf: ({ id }) => `erasure ${id}`,
    async run({ id, value }, { lease, signal }) {
      const found = await sessionIds(value);
      let erased = 0;
      for (const sessionId of found) {
        if (signal.aborted) break;
        lease.check();
        if (await remove(sessionId)) erased++;
      }
      const document = erasureOf(id);
      if (found.length > 0) {
        await updateDocument(KIND, dependencies, document, (stored) => ({
          value: stored && { ...stored.value, erased: stored.value.erased + erased },
          result: undefined,
        }));
        return;
      }
      const last = await readDocument(ledger, document);
      if (last) await ledger.remove(KIND, id, last.version);
    },
  });

  return {
    runDue: work.runDue,

    /** Starts the erasure of all conversations that have one of the identifiers (see `identifiersOf`). */
    async start(identifiers: readonly string[]): Promise<RunningErasure> {
      const id = random.uuid();
      const value = { identifiers: [...identifiers], startedAt: nowIso(clock), erased: 0 };
      await updateDocument(KIND, dependencies, erasureOf(id), () => ({ value, result: undefined }));
      work.wake(id);
      return shown({ id, value });
    },

    /** The running erasures, the latest first. */
    async list(): Promise<RunningErasure[]> {
      const running = readable(await ledger.list(KIND, 'strong'), Stored).map(shown);
      return running.toSorted((one, other) => (one.startedAt < other.startedAt ? 1 : -1));
    },
  };
}

export type Erasures = ReturnType<typeof erasures>;

const shown = ({ id, value: { startedAt, erased } }: Erasure): RunningErasure => ({ id, startedAt, erased });
