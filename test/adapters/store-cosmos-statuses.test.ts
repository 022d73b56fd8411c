import { beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../src/core/errors.ts';
import { append } from '../../src/conversations/rules/session-messages.ts';
import type { Clock } from '../../src/ports.ts';
import type { Request } from '../fakes/cosmos/faults.ts';
import { begin, draft, START } from '../support/stores/conversations.ts';
import { openCosmos } from '../support/stores/cosmos-store.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { realClock } from '../support/clocks/real-clock.ts';

/** Time enough for every attempt on a busy machine. */
const LIMITS = { requestMs: 2_000, operationMs: 10_000, attempts: 3 };
/** The pauses between attempts take no time, time-outs do. */
const clock: Clock = {
  ...realClock,
  sleep: (ms, signal) =>
    ms < 1_000 ? new Promise((resolve) => setImmediate(resolve)) : realClock.sleep(ms, signal),
};

/**
 * Statuses and sub-statuses that the service documents (HTTP status codes for Azure Cosmos DB;
 * troubleshooting guides of
 * 403, 404, 408, 410, 429 and 503), and whether asking again can help.
 */
const STATUSES: [status: number, substatus: number | undefined, again: boolean][] = [
  [400, undefined, false],
  [401, undefined, false],
  [403, 0, false],
  [403, 3, false],
  [403, 1008, false],
  [403, 5300, false],
  [404, undefined, true],
  [404, 0, true],
  [404, 1002, true],
  [404, 1003, true],
  [404, 1013, true],
  [408, undefined, true],
  [409, undefined, true],
  [410, 0, true],
  [410, 1000, true],
  [410, 1002, true],
  [410, 1007, true],
  [410, 1008, true],
  [412, undefined, true],
  [413, undefined, false],
  [429, 3200, true],
  [449, undefined, true],
  [500, undefined, true],
  [503, undefined, true],
  [503, 20001, true],
];

const setup = sharedFixture(() => openCosmos({ clock, limits: LIMITS, counterLimits: LIMITS }));
beforeEach(() => setup.server.faults.clear());

/** The result of each operation by status; every other status decides nothing. */
interface Asked {
  name: string;
  like: Request;
  /** Makes what is asked about; then asks, with the fault in place. */
  prepare(): Promise<() => Promise<unknown>>;
  told: Readonly<Record<string, unknown>>;
}

const ASKED: Asked[] = [
  {
    name: 'a point read of a conversation',
    like: { kind: 'read', container: 'conversations' },
    async prepare() {
      const { sessionId } = (await begin(setup.store)).session;
      return () => setup.store.load(sessionId);
    },
    told: { 404: undefined },
  },
  {
    name: 'a strong read of a small document',
    like: { kind: 'read', container: 'ledger' },
    async prepare() {
      const id = await document();
      return () => setup.ledger.read('seats', id.id, 'strong');
    },
    told: { 404: undefined },
  },
  {
    name: 'a query of one partition',
    like: { kind: 'query', container: 'ledger' },
    prepare: () => Promise.resolve(() => setup.ledger.list('seats')),
    told: {},
  },
  {
    name: 'a query of all partitions',
    like: { kind: 'query', container: 'conversations' },
    prepare: () => Promise.resolve(() => setup.store.list({ sortBy: 'recent', limit: 5 })),
    told: {},
  },
  {
    name: 'a new document',
    like: { kind: 'create', container: 'ledger' },
    prepare: () => Promise.resolve(() => setup.ledger.write('seats', crypto.randomUUID(), 1, 'absent')),
    told: { 409: undefined },
  },
  {
    name: 'a changed document',
    like: { kind: 'replace', container: 'ledger' },
    async prepare() {
      const { id, version } = await document();
      return () => setup.ledger.write('seats', id, 2, version);
    },
    told: { 404: undefined, 412: undefined },
  },
  {
    name: 'a removed document',
    like: { kind: 'delete', container: 'ledger' },
    async prepare() {
      const { id, version } = await document();
      return () => setup.ledger.remove('seats', id, version);
    },
    told: { 404: false, 412: false },
  },
  {
    name: 'a batch',
    like: { kind: 'batch', container: 'conversations' },
    async prepare() {
      const { session, version: expected } = await begin(setup.store);
      const next = append(session, draft('second'), START);
      return () => setup.store.commit({ session: next.session, expected, append: [next.message] });
    },
    told: {},
  },
];

async function document(): Promise<{ id: string; version: string }> {
  const id = crypto.randomUUID();
  return { id, version: (await setup.ledger.write('seats', id, 1, 'absent')) ?? '' };
}

/** The result of an operation, or the code of its failure. */
async function outcome(ask: () => Promise<unknown>): Promise<unknown> {
  return await ask().catch((error: unknown) => (error instanceof AppError ? error.code : error));
}

describe.each(ASKED)('$name that is answered with', ({ like, prepare, told }) => {
  it.each(STATUSES)('%s/%s', async (status, substatus, again) => {
    const ask = await prepare();
    const before = setup.server.requests.length;
    const fault = { status, ...(substatus !== undefined && { substatus }), retryAfterMs: 1 };
    setup.server.faults.plan(like, fault, 1_000);
    const definite = String(status) in told && (substatus ?? 0) === 0;
    expect(await outcome(ask)).toEqual(definite ? told[status] : 'store-unavailable');
    const tries = setup.server.requests.slice(before).filter(({ kind }) => kind === like.kind).length;
    // A query asks two partitions concurrently.
    if (definite || !again) expect(tries).toBeLessThanOrEqual(like.kind === 'query' ? 2 : 1);
    else expect(tries).toBeGreaterThan(1);
    const failed = setup.telemetry.events.findLast((event) => event.type === 'dependency');
    const code = substatus ? `${status}/${substatus}` : String(status);
    expect(failed).toMatchObject({ code, ok: definite });
  });
});

it.each([404, 409, 412] as const)('a batch with an operation refused with %s is a conflict', async (at) => {
  const { session, version: expected } = await begin(setup.store);
  setup.server.faults.plan({ kind: 'batch' }, { inBatch: at });
  expect(await setup.store.commit({ session, expected })).toEqual({ ok: false, reason: 'conflict' });
});

it.each([400, 403, 413] as const)(
  'a batch with an operation that fails with %s is not retried',
  async (at) => {
    const { session, version: expected } = await begin(setup.store);
    const before = setup.server.requests.length;
    setup.server.faults.plan({ kind: 'batch' }, { inBatch: at }, 1_000);
    expect(await outcome(() => setup.store.commit({ session, expected }))).toBe('store-unavailable');
    const asked = setup.server.requests.slice(before).filter(({ kind }) => kind === 'batch');
    expect(asked).toHaveLength(1);
  },
);

it.each([429, 449, 503] as const)('a batch with an operation that fails with %s is retried', async (at) => {
  const { session, version: expected } = await begin(setup.store);
  setup.server.faults.plan({ kind: 'batch' }, { inBatch: at });
  expect(await setup.store.commit({ session, expected })).toMatchObject({ ok: true });
});

it('a query continues after a partition was split or merged, and later queries use the new partitions', async () => {
  const { store, server, telemetry, close } = await openCosmos({ clock });
  await begin(store);
  const list = async () => await store.list({ sortBy: 'recent', limit: 5 });
  const before = await list();
  server.partitions.replace();
  expect(await list()).toEqual(before);
  expect(telemetry.events.filter(({ type }) => type === 'retry')).toHaveLength(1);
  expect(await list()).toEqual(before);
  expect(telemetry.events.filter(({ type }) => type === 'retry')).toHaveLength(1);
  await close();
});

it('a read that meets a replica behind the session is repeated as a strong read', async () => {
  const { session, message } = await begin(setup.store);
  setup.server.faults.plan({ kind: 'read' }, { status: 404, substatus: 1002 });
  expect((await setup.store.load(session.sessionId))?.recent).toEqual([message]);
  expect(setup.server.requests.at(-1)).toMatchObject({ kind: 'read', level: 'Strong' });
});

it.each([404, 412] as const)(
  'a hit is not counted if its counter answers %s with a sub-status',
  async (status) => {
    const key = crypto.randomUUID();
    const hit = () => setup.counters.hit([key], 60_000, Date.now());
    expect(await hit()).toMatchObject([{ count: 1 }]);
    setup.server.faults.plan({ kind: 'patch' }, { status, substatus: 1002 }, 1_000);
    expect(await outcome(hit)).toEqual('store-unavailable');
  },
);
