import { setTimeout as delay } from 'node:timers/promises';
import { tryGates } from './callers.ts';
import { againstTheContract, codeOf } from './contract-errors.ts';
import { startPeople } from './people.ts';
import type { Refused, Traffic } from './traffic.ts';
import type { Deployment } from './deployment.ts';
import type { Harm } from './harms.ts';
import { journeys, type KeyHolder } from './journeys.ts';

/** Minimum and maximum duration of a fault, in milliseconds. */
const [LEAST_HARM_MS, MOST_HARM_MS] = [300, 3_000];
/** The longest time until all writers are served again: a lease, a circuit and a cool-down. */
const RECOVERY_MS = 30_000;

export interface Round {
  harm: string;
  answered: number;
  /** How often each error code came, and `broken` for no response at all. */
  errors: Readonly<Record<string, number>>;
  longestMs: number;
  /** From the end of the fault until everything is healthy. */
  recoveredMs: number;
  lostOrDoubled: readonly string[];
  opened: number;
  /** Broken expectations: errors outside the contract, journeys that failed. */
  wrong: readonly string[];
}

export const isGood = ({ lostOrDoubled, opened, wrong }: Round): boolean =>
  lostOrDoubled.length === 0 && opened === 0 && wrong.length === 0;

/** The people of `startPeople`, whose requests go to either instance. */
export function startTraffic({ instances, token }: Deployment, next: () => number): Promise<Traffic> {
  const origin = () => instances[Math.floor(next() * instances.length)]?.origin ?? '';
  return startPeople({ origin, token: () => token(), patienceMs: RECOVERY_MS });
}

/** Injects a fault during traffic, ends it, and checks every guarantee. */
export async function playRound(
  deployment: Deployment,
  people: Traffic,
  { harm, turn, next, holder }: { harm: Harm; turn: number; next: () => number; holder: KeyHolder },
): Promise<Round> {
  people.refused.length = 0;
  people.broken = 0;
  let harming = true;
  let answered = 0;
  let longestMs = 0;
  const timed = async (work: () => Promise<boolean>) => {
    const started = performance.now();
    if (await work()) answered++;
    longestMs = Math.max(longestMs, performance.now() - started);
  };
  const writing = people.writers.map(async (writer) => {
    while (harming) await timed(() => writer.say());
  });
  const gates = gatesOf(deployment);
  const durationMs = LEAST_HARM_MS + next() * (MOST_HARM_MS - LEAST_HARM_MS);
  const harmful = await harm.happen(deployment, durationMs, next).then(() => [], problemOf);
  harming = false;
  const healed = performance.now();
  await Promise.all(writing);
  const stuck = await recover(people, timed);
  const recoveredMs = performance.now() - healed;
  const { opened, refused } = await gates;

  const wrong = [
    ...harmful,
    ...stuck,
    ...(await journeys(deployment, holder, turn)),
    ...(await unhealthy(deployment)),
  ];
  const heard = [...people.refused, ...refused];
  wrong.push(...new Set(heard.flatMap(againstTheContract)));
  return {
    harm: harm.name,
    answered,
    errors: counted(people),
    longestMs: Math.round(longestMs),
    recoveredMs: Math.round(recoveredMs),
    lostOrDoubled: await people.audit(),
    opened,
    wrong,
  };
}

const problemOf = (error: unknown): string[] => [error instanceof Error ? error.message : String(error)];

/** Repeats every unanswered message until it is answered. */
async function recover(
  people: Traffic,
  timed: (work: () => Promise<boolean>) => Promise<void>,
): Promise<string[]> {
  const until = Date.now() + RECOVERY_MS;
  const stuck = await Promise.all(
    people.writers.map(async (writer) => {
      const said = { done: false };
      while (!said.done && Date.now() < until) {
        await timed(async () => (said.done = await writer.say()));
      }
      return said.done ? [] : ['a writer is not answered any more'];
    }),
  );
  return stuck.flat();
}

/** The status codes for wrong credentials on each instance; an instance that is down grants nothing. */
async function gatesOf(deployment: Deployment): Promise<{ opened: number; refused: Refused[] }> {
  const tries = await Promise.allSettled(
    deployment.instances.map((service) => tryGates({ ...deployment, service })),
  );
  const told = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  return {
    opened: told.reduce((sum, { opened }) => sum + opened.length, 0),
    refused: told.flatMap(({ refused }) => refused),
  };
}

/** Instances whose health does not recover within the time-out. */
async function unhealthy({ instances }: Deployment): Promise<string[]> {
  const wrong: string[] = [];
  for (const { origin } of instances) {
    const until = Date.now() + RECOVERY_MS;
    while (!(await isHealthy(origin))) {
      if (Date.now() > until) {
        wrong.push('an instance stays unwell');
        break;
      }
      await delay(100);
    }
  }
  return wrong;
}

const isHealthy = (origin: string) =>
  fetch(`${origin}/api/health`).then(
    ({ ok }) => ok,
    () => false,
  );

function counted({ refused, broken }: Traffic): Record<string, number> {
  const errors: Record<string, number> = {};
  for (const one of refused) errors[codeOf(one)] = (errors[codeOf(one)] ?? 0) + 1;
  if (broken > 0) errors['broken'] = broken;
  return errors;
}
