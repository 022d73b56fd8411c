import { seededRandom } from '../test/support/ports/random.ts';
import { codeOf } from './contract-errors.ts';
import { startDeployment, type Deployment } from './deployment.ts';
import { faultSchedule } from './fault-injections.ts';
import { journeys, type KeyHolder } from './journeys.ts';
import { startPeople } from './people.ts';
import { isGood, runRound, waitForRecovery, RECOVERY_MS, type RoundTarget, type Round } from './rounds.ts';

const COLUMNS = [
  'round',
  'fault',
  'answered',
  'errors',
  'longest',
  'well after',
  'lost or doubled',
  'opened',
];

/** Minimum and maximum duration of a fault, in milliseconds. */
const [MIN_FAULT_MS, MAX_FAULT_MS] = [300, 3_000];

function cells(at: number, fault: string, round: Round): string[] {
  return [
    String(at + 1),
    fault,
    String(round.answered),
    errorsOf(round) || '-',
    `${round.longestMs} ms`,
    `${round.recoveredMs} ms`,
    String(round.lostOrDoubled.length),
    String(round.opened),
  ];
}

/** The number of each error code, and `broken` for missing responses. */
function errorsOf({ refused, broken }: Round): string {
  const counts = new Map<string, number>(broken > 0 ? [['broken', broken]] : []);
  for (const code of refused.writers.map(codeOf)) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].map(([code, count]) => `${count} ${code}`).join(', ');
}

const isHealthy = ({ origin }: { origin: string }) =>
  fetch(`${origin}/api/health`).then(
    ({ ok }) => ok,
    () => false,
  );

/** The target of a round: clients whose requests go to either instance. All journeys run after each fault. */
async function roundTargetOf(
  deployment: Deployment,
  holder: KeyHolder,
  next: () => number,
): Promise<RoundTarget> {
  const { instances, token } = deployment;
  const origin = () => instances[Math.floor(next() * instances.length)]?.origin ?? '';
  const people = await startPeople({ origin, token: () => token(), patienceMs: RECOVERY_MS });
  let turn = 0;
  return {
    ...deployment,
    people,
    probeReaders: () => Promise.resolve([]),
    // Instances use the machine's clock.
    passTime: () => {},
    async afterwards() {
      const failed = await journeys(deployment, holder, turn++);
      const unwell = instances.map((one) =>
        waitForRecovery('an instance stays unwell', () => isHealthy(one)),
      );
      return [...failed, ...(await Promise.all(unwell)).flat()];
    },
  };
}

const row = (values: readonly string[]) => `| ${values.join(' | ')} |`;

/**
 * Runs rounds of fault injection on two instances of the packaged service and prints a table. Resolves to
 * true if no message was lost or duplicated, no caller was wrongly authorized, and every journey succeeded.
 */
export async function runFaultRounds(options: {
  faults: boolean;
  lag: boolean;
  /** Whether both instances' clocks differ. */
  skew: boolean;
  rounds: number;
  seed: number;
  /** The longest wait for a cold instance's first response while the database is down, in milliseconds. */
  coldAnswerMs?: number;
  print: (line: string) => void;
}): Promise<boolean> {
  const { faults, lag, skew, rounds, seed, coldAnswerMs = 5_000, print } = options;
  const next = seededRandom(seed);
  const deployment = await startDeployment({ seed, lag, skew });
  try {
    const holder: KeyHolder = { key: undefined };
    // The journeys set the admin key. Until then the admin surface is open, as in a new deployment.
    let problems: string[] = [];
    const late = await waitForRecovery('before any fault', async () => {
      problems = await journeys(deployment, holder, 0);
      return problems.length === 0;
    });
    if (late.length > 0) {
      print(`A journey fails before any fault: ${problems.join(' ')}`);
      return false;
    }
    const rig = await roundTargetOf(deployment, holder, next);
    print(row(COLUMNS));
    print(row(COLUMNS.map(() => '---')));
    const noFault = { name: 'none', inject: () => Promise.resolve() };
    const injections = faults
      ? faultSchedule(rounds, next, coldAnswerMs)
      : Array.from({ length: rounds }, () => noFault);
    const results: Round[] = [];
    for (const [turn, injection] of injections.entries()) {
      const durationMs = MIN_FAULT_MS + next() * (MAX_FAULT_MS - MIN_FAULT_MS);
      const round = await runRound(rig, ({ until }) => until(injection.inject(deployment, durationMs, next)));
      results.push(round);
      print(row(cells(turn, injection.name, round)));
      for (const problem of [...round.lostOrDoubled, ...round.wrong]) print(`  ${problem}`);
    }
    const good = results.filter(isGood).length;
    const longest = Math.max(...results.map(({ longestMs }) => longestMs));
    print(`\n${good} of ${results.length} rounds good, longest answer ${longest} ms, seed ${seed}.`);
    return good === results.length;
  } finally {
    await deployment.close();
  }
}
