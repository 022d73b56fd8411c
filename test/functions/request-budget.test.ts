import { expect, it, vi } from 'vitest';
import { routes } from '../../functions/routes.ts';
import { requestBudgets } from '../../src/adapters/system/node.ts';
import { withTimeout } from '../../src/lib/concurrency.ts';
import { AppError } from '../../src/core/errors.ts';
import { NO_USAGE } from '../../src/spending/rules/cost.ts';
import type { HttpRequest } from '../../src/http/request.ts';
import type { Answerer, AnswerResult } from '../../src/ports.ts';
import { completeAnswer } from '../../src/assistants/complete-answer.ts';
import { performer } from '../../src/adapters/store/cosmos/operation.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { recordingTelemetry } from '../support/ports/recording-telemetry.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { realRandom } from '../support/ports/random.ts';
import { startService } from '../support/service/service.ts';

/**
 * Endpoints with steps that must not be interrupted, with up to 1 000 texts to delete, with a workflow to
 * wait for, or with all settings of a deployment.
 */
const LONGER = new Map([
  ['rotate-key', 20_000],
  ['delete-session', 20_000],
  ['attachment-complete', 20_000],
  ['agent-attachment-complete', 20_000],
  ['notifications-teams-save', 20_000],
  ['notifications-teams-test', 20_000],
  ['notifications-activity-feed-test', 20_000],
  ['test-email', 20_000],
  ['settings-export', 60_000],
  ['settings-import', 60_000],
  ['action-openapi', 15_000],
  ['action-try', 12_000],
]);

const REQUEST: HttpRequest = {
  method: 'GET',
  path: '/api/x',
  query: new URLSearchParams(),
  params: {},
  serviceOrigin: 'https://chat.example',
  clientIp: undefined,
  header: () => undefined,
  body: () => Promise.resolve(new Uint8Array()),
};
const ANSWER: AnswerResult = { usage: NO_USAGE, model: 'gpt', sources: [], answered: true };

const never = () => new Promise<never>(() => undefined);

function setUp() {
  const time = manualClock();
  const budget = requestBudgets(time);
  const clock = budget.bounded(time);
  const limits = { requestMs: 3_000, operationMs: 3_500, attempts: 5 };
  const perform = performer(limits, { clock, random: realRandom, telemetry: recordingTelemetry() });
  const hang = vi.fn(never);
  const ask = () => perform({ label: 'load', repeatable: true, answers: [], send: hang });
  return { time, budget, clock, ask, hang };
}

it('the budget gives each operation of a request the time that earlier operations left', async () => {
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

it('the budget limits calls of other components as well', async () => {
  const { time, budget, clock } = setUp();
  const answer = budget.run(() => withTimeout(clock, 10_000, never));
  time.advance(4_000);
  await expect(answer).rejects.toThrow();
});

it('the budget limits neither work after the answer nor exempt work', async () => {
  const { budget, clock } = setUp();
  const { promise: answered, resolve: goOn } = Promise.withResolvers<void>();
  let later: Promise<number | undefined> | undefined;
  await budget.run(async () => {
    expect(clock.remainingMs?.()).toBe(4_000);
    expect(budget.exempt(() => clock.remainingMs?.())).toBeUndefined();
    later = answered.then(() => clock.remainingMs?.());
    await Promise.resolve();
  });
  goOn();
  expect(await later).toBeUndefined();
  expect(clock.remainingMs?.()).toBeUndefined();
});

it('the budget pauses while a model answers, and continues afterwards', async () => {
  const { time, budget, clock, ask, hang } = setUp();
  const answered = budget.run(async () => {
    time.advance(1_000);
    await budget.pause(async () => {
      expect(clock.remainingMs?.()).toBeUndefined();
      time.advance(80_000);
      await Promise.resolve();
    });
    expect(clock.remainingMs?.()).toBe(3_000);
    await ask();
  });
  const refused = expect(answered).rejects.toMatchObject({ code: 'store-unavailable' });
  await expect.poll(() => hang.mock.calls).toHaveLength(1);
  time.advance(3_000);
  await refused;
});

it('the budget pauses while a model writes a complete answer for an agent or an admin', async () => {
  const { time, budget, clock } = setUp();
  const answerer: Answerer = {
    answer() {
      time.advance(80_000);
      return Promise.resolve(ANSWER);
    },
  };
  const { signal: stopping } = new AbortController();
  const asking = { answerer, clock, requestBudget: budget, stopping, telemetry: recordingTelemetry() };
  const question = { history: [], instructions: '', assistantName: '' };
  expect(
    await budget.run(() =>
      completeAnswer(asking, question, () => Promise.resolve()).then(() => clock.remainingMs?.()),
    ),
  ).toBe(4_000);
});

const service = sharedFixture(() => startService());

it.each(routes.map((endpoint) => [endpoint.name, endpoint] as const))(
  'the budget limits a request to %s',
  async (name, endpoint) => {
    const { services } = service;
    const budgets: (number | undefined)[] = [];
    const run = (_work: unknown, budgetMs?: number) => {
      budgets.push(budgetMs);
      return Promise.reject(new AppError('store-unavailable'));
    };
    const requestBudget = { ...services.requestBudget, run };
    const { status } = await endpoint.run(
      { ...REQUEST, method: endpoint.method },
      { ...services, requestBudget },
    );
    expect(status).toBe(503);
    expect(budgets).toEqual([LONGER.get(name)]);
  },
);
