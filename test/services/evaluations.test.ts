import { describe, expect, test } from 'vitest';
import type { RunKey } from '../../src/services/assistants/evaluation-records.ts';
import { LEASE_MS } from '../../src/services/assistants/evaluation-runner.ts';
import { MAX_RUNS } from '../../src/services/assistants/evaluations.ts';
import {
  begun,
  EDIT,
  evaluationInstance,
  LIVE,
  type EvaluationOptions,
} from './support/evaluation-instance.ts';
import { freshFixture } from '../support/fixtures.ts';
import { passingClock } from '../support/clocks/manual-clock.ts';
import { refusal } from '../support/refusal.ts';
import { scriptedAnswerer, type ScriptedAnswer } from '../support/ports/scripted-answerer.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';

const TOKENS_OF_AN_ANSWER = 150;

const store = freshFixture(() => openSqlite());
const clock = freshFixture(() => passingClock());
const model = freshFixture(() => scriptedAnswerer());

const instance = (options?: EvaluationOptions) => evaluationInstance({ store, clock, model }, options);
const times = (count: number, answer: ScriptedAnswer) => Array.from({ length: count }, () => answer);
const asked = () => model.calls.map(({ history }) => history.at(-1)?.content);

test('a run asks each question once, judges it and counts tokens and cost', async () => {
  const one = instance();
  const key = await begun(one, 6);
  await one.settled();
  const run = await one.find(key);
  expect(run).toMatchObject({ state: 'done', active: false, total: 6, edit: EDIT });
  expect(run.figures).toMatchObject({ answers: 6, right: 6, inputTokens: 720, outputTokens: 180 });
  expect(run.figures.cost).toBeGreaterThan(0);
  expect(asked()).toHaveLength(6);
});

describe('instances at once', () => {
  test('ask no question twice', async () => {
    const instances = Array.from({ length: 5 }, () => instance());
    const [first] = instances;
    if (!first) throw new Error('There is no instance.');
    const key = await begun(first, 12);
    await Promise.all(instances.map((one) => one.workOnAll()));
    await first.settled();
    expect(asked().toSorted()).toEqual([...new Set(asked())].toSorted());
    expect((await first.find(key)).figures.answers).toBe(12);
  });

  test('go on with the rest where one was stopped', async () => {
    const one = instance();
    const held = Promise.withResolvers<void>();
    model.script(
      { deltas: ['Hello'] },
      { deltas: ['Hello'] },
      { deltas: ['Hello'] },
      { deltas: ['Hello'] },
      {
        deltas: ['Hello'],
        after: held.promise,
      },
    );
    const key = await begun(one, 10);
    await expect.poll(() => model.calls.length).toBe(8);
    one.stop();
    await one.settled();
    expect(await one.find(key)).toMatchObject({ state: 'running', active: false, figures: { answers: 4 } });
    model.script({ deltas: ['Hello'] });
    const two = instance();
    await two.workOnAll();
    expect(await two.find(key)).toMatchObject({ state: 'done', figures: { answers: 10, right: 10 } });
    expect(model.calls).toHaveLength(8 + 6);
  });

  test('wait for one that was killed until its lease has ended, and keep its answers', async () => {
    const killed = instance();
    const never = Promise.withResolvers<void>();
    model.script(...times(4, { deltas: ['Hello'] }), { deltas: ['Hello'], after: never.promise });
    const key = await begun(killed, 6);
    await expect.poll(() => model.calls.length).toBe(6);
    model.script({ deltas: ['Hello'] });
    const two = instance();
    await two.workOnAll();
    expect(model.calls).toHaveLength(6);
    clock.advance(LEASE_MS);
    await two.workOnAll();
    expect(await two.find(key)).toMatchObject({ state: 'done', figures: { answers: 6 } });
    expect(model.calls).toHaveLength(8);
    never.resolve();
    await killed.settled();
    expect(await two.answers(key)).toHaveLength(6);
  });
});

test('a canceled run asks no more, keeps its answers, and can be continued', async () => {
  const one = instance();
  const held = Promise.withResolvers<void>();
  model.script({ deltas: ['Hello'], after: held.promise });
  const key = await begun(one, 9);
  await expect.poll(() => model.calls.length).toBe(4);
  expect(await one.cancel(key)).toMatchObject({ state: 'canceled' });
  held.resolve();
  await one.settled();
  expect(await one.find(key)).toMatchObject({ state: 'canceled', figures: { answers: 4 } });
  expect(model.calls).toHaveLength(4);
  model.script({ deltas: ['Hello'] });
  await one.resume(key);
  await one.settled();
  expect(await one.find(key)).toMatchObject({ state: 'done', figures: { answers: 9 } });
  expect(model.calls).toHaveLength(9);
});

describe('the daily budget', () => {
  test('counts evaluations, which wait once it is used up and continue on the next day', async () => {
    const one = instance({ budget: 4 * TOKENS_OF_AN_ANSWER });
    const key = await begun(one, 6);
    await one.settled();
    expect(await one.spent()).toBe(4 * TOKENS_OF_AN_ANSWER);
    expect(await one.find(key)).toMatchObject({
      state: 'running',
      waitsForBudget: true,
      active: false,
      figures: { answers: 4 },
    });
    await one.workOnAll();
    expect(model.calls).toHaveLength(4);
    clock.advance(86_400_000);
    await one.workOnAll();
    expect(await one.find(key)).toMatchObject({ state: 'done', figures: { answers: 6 } });
    expect(await one.find(key)).not.toHaveProperty('waitsForBudget');
  });
});

describe('an assistant that cannot be reached', () => {
  test('is asked again after a pause', async () => {
    const one = instance();
    model.script({ fails: 'rate-limited' }, { deltas: ['Hello'] });
    const key = await begun(one, 1);
    await one.settled();
    expect(await one.find(key)).toMatchObject({ state: 'done', figures: { right: 1, failed: 0 } });
    expect(model.calls).toHaveLength(2);
  });

  test('for one question is a failed answer, which can be asked for again', async () => {
    const one = instance();
    model.script(...times(4, { fails: 'refused' }), { deltas: ['Hello'] });
    const key = await begun(one, 1);
    await one.settled();
    expect(await one.find(key)).toMatchObject({ state: 'done', figures: { answers: 1, failed: 1 } });
    await one.resume(key);
    await one.settled();
    expect(await one.find(key)).toMatchObject({
      state: 'done',
      figures: { answers: 1, failed: 0, right: 1 },
    });
  });

  test('for many in a row stops the run, which can be continued', async () => {
    const one = instance();
    model.script({ fails: 'unreachable' });
    const key = await begun(one, 40);
    await one.settled();
    expect(await one.find(key)).toMatchObject({ state: 'stopped', stopReason: 'assistant-unavailable' });
    expect((await one.find(key)).figures.answers).toBe(8);
    model.script({ deltas: ['Hello'] });
    await one.resume(key);
    await one.settled();
    expect(await one.find(key)).toMatchObject({ state: 'done', figures: { answers: 40, failed: 0 } });
  });
});

test.each(['another', 'gone'])('a run stops where what it tests is %s by now', async (now) => {
  let fingerprint = 'one';
  const one = instance({ budget: 4 * TOKENS_OF_AN_ANSWER, fingerprint: () => fingerprint });
  const key = await begun(one, 6);
  await one.settled();
  fingerprint = now;
  clock.advance(86_400_000);
  await one.workOnAll();
  expect(await one.find(key)).toMatchObject({
    state: 'stopped',
    stopReason: 'changed',
    figures: { answers: 4 },
  });
});

test('the last runs of a set are kept, older ones are deleted with their answers', async () => {
  const one = instance();
  const first = await begun(one, 1);
  await one.settled();
  for (let more = 0; more < MAX_RUNS; more++) {
    clock.advance(1_000);
    await one.start(first.setId, LIVE);
    await one.settled();
  }
  expect(await one.list(first.setId)).toHaveLength(MAX_RUNS);
  expect(await store.ledger.list(`evaluation-answers-${first.runId}`)).toEqual([]);
});

test('a set that is deleted while it runs leaves nothing behind', async () => {
  const one = instance();
  const held = Promise.withResolvers<void>();
  model.script({ deltas: ['Hello'], after: held.promise });
  const { setId, runId } = await begun(one, 5);
  await expect.poll(() => model.calls.length).toBe(4);
  await one.removeSet(setId);
  held.resolve();
  await one.settled();
  const kinds = [`questions-${setId}`, `evaluation-runs-${setId}`, `evaluation-answers-${runId}`];
  for (const kind of [...kinds, 'evaluation-queue', 'question-sets']) {
    expect([kind, await store.ledger.list(kind)]).toEqual([kind, []]);
  }
});

test('a deletion that was interrupted is finished by the timer', async () => {
  const one = instance();
  const { setId, runId } = await begun(one, 3);
  await one.settled();
  // As an instance leaves it that is killed right after the answer to the request.
  await store.ledger.write('evaluation-queue', setId, { setId }, 'absent');
  await one.sets.remove(setId);
  await instance().workOnAll();
  await one.workOnAll();
  for (const kind of [`questions-${setId}`, `evaluation-runs-${setId}`, `evaluation-answers-${runId}`]) {
    await expect.poll(() => store.ledger.list(kind)).toEqual([]);
  }
});

describe('the timer', () => {
  /** Runs that wait, as an instance leaves them that ends. */
  async function waiting(count: number): Promise<RunKey[]> {
    const ending = instance();
    ending.stop();
    const keys: RunKey[] = [];
    for (let run = 0; run < count; run++) {
      clock.advance(1_000);
      keys.push(await begun(ending, 1));
      await ending.settled();
    }
    return keys;
  }

  test('works on the other runs where one cannot be worked on, and reports that one', async () => {
    const [failed, other] = await waiting(2);
    if (!failed || !other) throw new Error('There are no runs.');
    const states = ['misconfigured', 'one'];
    const one = instance({ fingerprint: () => states.shift() ?? 'one' });
    expect(await refusal(one.workOnAll())).toBe('misconfigured');
    expect(await one.find(failed)).toMatchObject({ state: 'running', active: false });
    expect(await one.find(other)).toMatchObject({ state: 'done' });
    await one.workOnAll();
    expect(await one.find(failed)).toMatchObject({ state: 'done' });
  });

  test('forgets runs that are gone or have ended', async () => {
    const [ended, gone] = await waiting(2);
    if (!ended || !gone) throw new Error('There are no runs.');
    const one = instance();
    await one.cancel(ended);
    // As an instance leaves them that is killed between two writes.
    await store.ledger.write('evaluation-queue', ended.runId, { setId: ended.setId }, 'absent');
    await one.remove(gone);
    await one.settled();
    await store.ledger.write('evaluation-queue', gone.runId, { setId: gone.setId }, 'absent');
    await one.workOnAll();
    expect(await store.ledger.list('evaluation-queue')).toEqual([]);
    expect(await one.find(ended)).toMatchObject({ state: 'canceled' });
  });

  test('continues a run whose instance ended before it was queued', async () => {
    const [key] = await waiting(1);
    if (!key) throw new Error('There is no run.');
    const [queued] = await store.ledger.list('evaluation-queue');
    await store.ledger.remove('evaluation-queue', key.runId, queued?.version ?? '');
    const ending = instance();
    ending.stop();
    await ending.resume(key);
    await ending.settled();
    const one = instance();
    await one.workOnAll();
    expect(await one.find(key)).toMatchObject({ state: 'done' });
  });
});
