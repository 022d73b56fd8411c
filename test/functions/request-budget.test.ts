import { expect, it, vi } from 'vitest';
import { routes } from '../../functions/routes.ts';
import { requestBudgets } from '../../src/compose/system.ts';
import { withTimeout } from '../../src/domain/concurrency.ts';
import { AppError } from '../../src/domain/errors.ts';
import { performing } from '../../src/adapters/store/cosmos/operation.ts';
import { heardTelemetry } from '../support/heard-telemetry.ts';
import { manualClock } from '../support/manual-clock.ts';
import { realRandom } from '../support/real-random.ts';

const never = () => new Promise<never>(() => undefined);

function setUp() {
  const time = manualClock();
  const budget = requestBudgets(time);
  const clock = budget.bounded(time);
  const limits = { requestMs: 3_000, operationMs: 3_500, attempts: 5 };
  const perform = performing(limits, { clock, random: realRandom, telemetry: heardTelemetry() });
  const hang = vi.fn(never);
  const ask = () => perform({ label: 'load', repeatable: true, answers: [], send: hang });
  return { time, budget, clock, ask, hang };
}

it('gives each operation of a request what the ones before it left', async () => {
  const { time, budget, ask, hang } = setUp();
  const ended: string[] = [];
  const answer = budget.run(async () => {
    for (const name of ['first', 'second', 'third']) {
      await ask().catch((error: unknown) => ended.push(error instanceof AppError ? name : 'bug'));
    }
  });
  for (const [ms, names] of [
    [3_499, []],
    [1, ['first']],
    [499, ['first']],
    [1, ['first', 'second', 'third']],
  ] as const) {
    await expect.poll(() => time.sleeping()).toBeGreaterThan(0);
    time.advance(ms);
    await expect.poll(() => ended).toEqual(names);
  }
  await answer;
  expect(hang).toHaveBeenCalledTimes(2);
});

it('bounds calls of other components, too', async () => {
  const { time, budget, clock } = setUp();
  const answer = budget.run(() => withTimeout(clock, 10_000, never));
  time.advance(4_000);
  await expect(answer).rejects.toThrow();
});

it('leaves alone what goes on after the answer, and what may take longer', async () => {
  const { budget, clock } = setUp();
  const { promise: answered, resolve: goOn } = Promise.withResolvers<void>();
  let later: Promise<number | undefined> | undefined;
  await budget.run(async () => {
    expect(clock.leftMs?.()).toBe(4_000);
    expect(budget.leave(() => clock.leftMs?.())).toBeUndefined();
    later = answered.then(() => clock.leftMs?.());
    await Promise.resolve();
  });
  goOn();
  expect(await later).toBeUndefined();
  expect(clock.leftMs?.()).toBeUndefined();
});

it('bounds every request of a visitor, and every endpoint but those that ask a model or read all records', () => {
  const unbounded = routes.filter(({ longRunning }) => longRunning);
  expect(unbounded.filter(({ gate }) => gate === 'visitor' || gate === 'anonymous')).toEqual([]);
  expect(unbounded.map(({ name }) => name).toSorted()).toMatchInlineSnapshot(`
    [
      "agent-suggestion",
      "agent-summary",
      "assistant-try",
      "closed-chats",
      "cost",
      "delete-session",
      "model-check",
      "overview",
      "questions",
      "rotate-key",
    ]
  `);
});
