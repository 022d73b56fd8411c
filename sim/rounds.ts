import { setTimeout as delay } from 'node:timers/promises';
import { probeUnauthorized, type TestTarget } from './callers.ts';
import { contractViolations } from './contract-errors.ts';
import type { RefusedResponse, Traffic } from './traffic.ts';

/**
 * The longest time until all clients are served again, in milliseconds: a lease, a circuit and a cool-down.
 */
export const RECOVERY_MS = 30_000;
const PAUSE_MS = 50;

/** The instances and clients of a round. */
export interface RoundTarget extends Pick<TestTarget, 'plane' | 'issuer' | 'token'> {
  instances: readonly { origin: string }[];
  people: Traffic;
  /** Sends read requests of authorized callers. Returns the refusals. */
  probeReaders(): Promise<RefusedResponse[]>;
  /** Moves the clock past every cache, circuit and lease, if it can be moved. */
  passTime(): void;
  /** Checks the state after the fault. Returns problems as sentences. */
  afterwards(): Promise<string[]>;
}

/** Requests during a fault: of writers, of callers with invalid credentials, and of readers. */
interface Requests {
  /** Sends each request once. */
  once(): Promise<void>;
  /** Sends each request once, and repeats the writers' until the fault has ended. */
  until(isOver: Promise<unknown>): Promise<void>;
}

/** Injects a fault during requests, and ends it. */
export type InjectFault = (requests: Requests) => Promise<void>;

export interface Round {
  answered: number;
  refused: { writers: readonly RefusedResponse[]; readers: readonly RefusedResponse[] };
  /** The number of missing responses. */
  broken: number;
  longestMs: number;
  /** From the end of the fault until everything is healthy, in milliseconds. */
  recoveredMs: number;
  lostOrDoubled: readonly string[];
  /** The number of requests with invalid credentials that were served. */
  opened: number;
  /** Failed expectations: errors outside the contract, and failed journeys. */
  wrong: readonly string[];
}

export const isGood = ({ lostOrDoubled, opened, wrong }: Round): boolean =>
  lostOrDoubled.length === 0 && opened === 0 && wrong.length === 0;

/** Injects a fault during traffic, ends it, and checks all guarantees. */
export async function runRound(target: RoundTarget, inject: InjectFault): Promise<Round> {
  const { people } = target;
  people.refused.length = 0;
  people.broken = 0;
  let answered = 0;
  let longestMs = 0;
  const timed = async (work: () => Promise<boolean>) => {
    const started = performance.now();
    const isAnswered = await work();
    if (isAnswered) answered++;
    longestMs = Math.max(longestMs, performance.now() - started);
    return isAnswered;
  };

  const tried: ReturnType<typeof tryInstances>[] = [];
  const probed: Promise<RefusedResponse[]>[] = [];
  const written: Promise<unknown>[] = [];
  const ask = (isOver: () => boolean) => {
    tried.push(tryInstances(target));
    probed.push(target.probeReaders());
    const writing = people.writers.map(async (writer) => {
      do await timed(() => writer.send());
      while (!isOver());
    });
    written.push(...writing);
  };
  const problems = await inject({
    async once() {
      ask(() => true);
      await Promise.all([...tried, ...probed, ...written]);
    },
    async until(end) {
      let isOver = false;
      ask(() => isOver);
      await end.finally(() => (isOver = true));
    },
  }).then(() => [], problemOf);
  const healed = performance.now();
  await Promise.all(written);
  target.passTime();
  const stuck = await repeatUnanswered(people, timed);
  const recoveredMs = performance.now() - healed;
  const tries = (await Promise.all(tried)).flat();
  const gates = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const readers = (await Promise.all(probed)).flat();

  const wrong = [...problems, ...stuck, ...(await target.afterwards())];
  const heard = [...people.refused, ...readers, ...gates.flatMap(({ refused }) => refused)];
  wrong.push(...new Set(heard.flatMap(contractViolations)));
  return {
    answered,
    refused: { writers: [...people.refused], readers },
    broken: people.broken + tries.length - gates.length,
    longestMs: Math.round(longestMs),
    recoveredMs: Math.round(recoveredMs),
    lostOrDoubled: await people.audit(),
    opened: gates.reduce((sum, { opened }) => sum + opened.length, 0),
    wrong,
  };
}

const problemOf = (error: unknown): string[] => [error instanceof Error ? error.message : String(error)];

/** Waits for a condition. Returns the problem if it does not hold within the recovery time. */
export async function waitForRecovery(problem: string, holds: () => Promise<boolean>): Promise<string[]> {
  const until = Date.now() + RECOVERY_MS;
  while (!(await holds())) {
    if (Date.now() > until) return [problem];
    await delay(PAUSE_MS);
  }
  return [];
}

/** Repeats every unanswered message until it is answered. */
async function repeatUnanswered(
  people: Traffic,
  timed: (work: () => Promise<boolean>) => Promise<boolean>,
): Promise<string[]> {
  const stuck = people.writers.map((writer) =>
    waitForRecovery('a writer is not answered any more', () => timed(() => writer.send())),
  );
  return (await Promise.all(stuck)).flat();
}

/** The responses to invalid credentials on each instance. An instance that is down serves none of them. */
const tryInstances = ({ instances, ...tried }: RoundTarget) =>
  Promise.allSettled(instances.map((service) => probeUnauthorized({ ...tried, service })));
