import { expect, test } from 'vitest';
import { runFaultRounds } from '../../sim/run-fault-rounds.ts';

const ROUNDS = 6;

test('two packaged instances lose, duplicate and leak nothing during faults, with lagging replicas and different clocks', async () => {
  const lines: string[] = [];
  const well = await runFaultRounds({
    faults: true,
    lag: true,
    skew: true,
    rounds: ROUNDS,
    seed: 11,
    // A cold instance loads slowly where other tests run too.
    coldAnswerMs: 15_000,
    print: (line) => lines.push(line),
  });
  expect([well, lines.join('\n')]).toEqual([
    true,
    expect.stringContaining(`${ROUNDS} of ${ROUNDS} rounds good`),
  ]);
}, 180_000);
