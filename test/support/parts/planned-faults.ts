import fc from 'fast-check';
import { AppError } from '../../../src/core/errors.ts';

const FAULTS = ['killed before', 'killed after', 'without a store'] as const;

/** A fault of an instance at one of its writes, counted from 1. */
interface Fault {
  how: (typeof FAULTS)[number];
  atWrite: number;
}

/** A fault in a step of a sequence; null for a step without one. */
export const someFault: fc.Arbitrary<Fault | null> = fc.option(
  fc.record({ how: fc.constantFrom(...FAULTS), atWrite: fc.integer({ min: 1, max: 12 }) }),
  { freq: 2 },
);

/** The requests that the store does not answer while it is away. */
const AWAY_REQUESTS = 3;
const WRITES: ReadonlySet<string | symbol> = new Set(['write', 'remove', 'commit', 'delete']);

/**
 * The faults of one instance: it is killed at a write, before it is stored or after it, or the store is away
 * for a moment. `fail` makes the next requests fail; without it those of this instance fail.
 */
export function plannedFaults(fail?: (requests: number) => void) {
  let planned: Fault | undefined;
  let writes = 0;
  let failing = 0;
  let isDead = false;
  const away = () => new AppError('store-unavailable');

  async function ask(work: () => Promise<unknown>): Promise<unknown> {
    if (isDead) throw away();
    if (failing === 0) return await work();
    failing--;
    throw away();
  }

  async function write(work: () => Promise<unknown>): Promise<unknown> {
    const how = ++writes === planned?.atWrite ? planned.how : undefined;
    if (how === 'without a store' && fail) fail(AWAY_REQUESTS);
    else if (how === 'without a store') failing = AWAY_REQUESTS;
    if (how === 'killed before') isDead = true;
    const result = await ask(work);
    if (how !== 'killed after') return result;
    isDead = true;
    throw away();
  }

  return {
    /** For the next step; undefined for none. */
    plan(fault: Fault | null) {
      planned = fault ?? undefined;
      writes = 0;
      failing = 0;
    },
    isDead: () => isDead,
    /** A store as the instance has it. */
    over: <T extends object>(store: T): T =>
      new Proxy(store, {
        get(target, name) {
          const method: unknown = Reflect.get(target, name);
          if (typeof method !== 'function') return method;
          return (...given: unknown[]) =>
            (WRITES.has(name) ? write : ask)(() => Reflect.apply(method, target, given) as Promise<unknown>);
        },
      }),
  };
}

/** Whether a call was done; refusals are answers, and other errors fail the test. */
export async function isDone(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return false;
  }
}
