import { AppError } from '../../../src/core/errors.ts';
import type { Ledger } from '../../../src/ports.ts';
import { openCosmos } from './cosmos-store.ts';
import { openSqlite } from './sqlite-store.ts';

/** A ledger that several instances share. */
export interface SharedLedger {
  ledger: Ledger;
  /** The ledger of another instance. */
  another(): Ledger;
  /** The next requests of all instances fail. */
  fail(requests: number): void;
  recover(): void;
  close(): Promise<void>;
}

/** The time that a request to the cloud store takes at least, in milliseconds. */
const LATENCY_MS = 5;
/** How far replicas lag behind at most, in milliseconds. */
const LAG_MS = 20;

async function openEmbedded(): Promise<SharedLedger> {
  const { ledger, close } = await openSqlite();
  let failing = 0;
  const unlessAway = async <T>(work: () => Promise<T>): Promise<T> => {
    if (failing === 0) return await work();
    failing--;
    throw new AppError('store-unavailable');
  };
  const shared: Ledger = {
    read: (...given) => unlessAway(() => ledger.read(...given)),
    list: (...given) => unlessAway(() => ledger.list(...given)),
    newest: (...given) => unlessAway(() => ledger.newest(...given)),
    write: (...given) => unlessAway(() => ledger.write(...given)),
    remove: (...given) => unlessAway(() => ledger.remove(...given)),
  };
  return {
    ledger: shared,
    another: () => shared,
    fail(requests) {
      failing += requests;
    },
    recover() {
      failing = 0;
    },
    close,
  };
}

async function openCloud(): Promise<SharedLedger> {
  // A request that fails is not repeated, so that each fault reaches the services.
  const limits = { requestMs: 20_000, operationMs: 20_000, attempts: 1 };
  const { ledger, server, another, close } = await openCosmos({ limits });
  server.latencyMs = LATENCY_MS;
  const { lagMs } = server.replicas;
  server.replicas.lagMs = () => Math.min(lagMs(), LAG_MS);
  const others: { close(): Promise<void> }[] = [];
  return {
    ledger,
    another() {
      const opened = another();
      others.push(opened);
      return opened.ledger;
    },
    fail: (requests) => server.faults.plan({ container: 'ledger' }, { status: 503 }, requests),
    recover: () => server.faults.clear(),
    async close() {
      await Promise.all(others.map((other) => other.close()));
      await close();
    },
  };
}

/** The stores that the services run on; the cloud one is 5 ms away, and its replicas lag behind. */
export const STORES = [
  { name: 'the embedded store', latencyMs: 0, open: openEmbedded },
  { name: 'Cosmos DB', latencyMs: LATENCY_MS, open: openCloud },
] as const;

/** A ledger whose reads see all writes, to look at the results. */
export const upToDate = (ledger: Ledger): Ledger => ({
  ...ledger,
  read: (kind, id) => ledger.read(kind, id, 'strong'),
  list: (kind) => ledger.list(kind, 'strong'),
});
