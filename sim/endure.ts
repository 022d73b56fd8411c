import { chance } from '../test/support/chance.ts';
import { startDeployment } from './deployment.ts';
import { harmsOf } from './harms.ts';
import { journeys, type KeyHolder } from './journeys.ts';
import { isGood, playRound, startTraffic, type Round } from './rounds.ts';

const COLUMNS = ['round', 'harm', 'answered', 'errors', 'longest', 'well after', 'lost or doubled', 'opened'];

function cells(at: number, round: Round): string[] {
  const errors = Object.entries(round.errors).map(([code, count]) => `${count} ${code}`);
  return [
    String(at + 1),
    round.harm,
    String(round.answered),
    errors.join(', ') || '-',
    `${round.longestMs} ms`,
    `${round.recoveredMs} ms`,
    String(round.lostOrDoubled.length),
    String(round.opened),
  ];
}

const row = (values: readonly string[]) => `| ${values.join(' | ')} |`;

/**
 * Runs rounds of fault injection on two instances of the packaged service and prints a table. True where no
 * message was lost or doubled, no gate opened, and every journey succeeded after each round.
 */
export async function endure(options: {
  faults: boolean;
  lag: boolean;
  /** Whether the clocks of the two instances are apart. */
  skew: boolean;
  rounds: number;
  seed: number;
  /** The longest wait for a cold instance's first response while the database is down, in milliseconds. */
  coldAnswerMs?: number;
  print: (line: string) => void;
}): Promise<boolean> {
  const { faults, lag, skew, rounds, seed, coldAnswerMs = 5_000, print } = options;
  const next = chance(seed);
  const deployment = await startDeployment({ seed, lag, skew });
  try {
    const holder: KeyHolder = { key: undefined };
    const first = await journeys(deployment, holder, 0);
    for (const problem of first) print(`A journey failed before any harm: ${problem}`);
    const people = await startTraffic(deployment, next);
    print(row(COLUMNS));
    print(row(COLUMNS.map(() => '---')));
    const noHarm = { name: 'none', happen: () => Promise.resolve() };
    const harms = faults ? harmsOf(rounds, next, coldAnswerMs) : Array.from({ length: rounds }, () => noHarm);
    const played: Round[] = [];
    for (const [turn, harm] of harms.entries()) {
      const round = await playRound(deployment, people, { harm, turn, next, holder });
      played.push(round);
      print(row(cells(turn, round)));
      for (const problem of [...round.lostOrDoubled, ...round.wrong]) print(`  ${problem}`);
    }
    const good = played.filter(isGood).length;
    const longest = Math.max(...played.map(({ longestMs }) => longestMs));
    print(`\n${good} of ${played.length} rounds good, longest answer ${longest} ms, seed ${seed}.`);
    return good === played.length && first.length === 0;
  } finally {
    await deployment.close();
  }
}
