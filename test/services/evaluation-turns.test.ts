import { describe, expect, test } from 'vitest';
import { LEASE_MS } from '../../src/services/assistants/evaluation-runner.ts';
import { begun, evaluationInstance, LIVE } from './support/evaluation-instance.ts';
import { freshFixture } from '../support/fixtures.ts';
import { passingClock } from '../support/clocks/manual-clock.ts';
import { scriptedAnswerer } from '../support/ports/scripted-answerer.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';

const TOKENS_OF_AN_ANSWER = 150;

const store = freshFixture(() => openSqlite());
const clock = freshFixture(() => passingClock());
const model = freshFixture(() => scriptedAnswerer());

const instance = () => evaluationInstance({ store, clock, model });

test('a conversation of several turns is answered turn by turn, and its last answer is judged', async () => {
  const one = instance();
  const { id } = await one.sets.create('Talks');
  await one.sets.add(id, [{ turns: ['Do you ship?', 'And how much is that?'], facts: ['£4'] }]);
  model.script({ deltas: ['Yes, for £4.'] }, { deltas: ['It is £5.'] });
  const run = await one.start(id, LIVE);
  await one.settled();
  const [answer] = await one.answers({ setId: id, runId: run.id });
  expect(answer).toMatchObject({ verdict: 'wrong', content: 'It is £5.', inputTokens: 240 });
  expect(model.calls[1]?.history).toEqual([
    { role: 'visitor', content: 'Do you ship?' },
    { role: 'assistant', content: 'Yes, for £4.' },
    { role: 'visitor', content: 'And how much is that?' },
  ]);
});

test('a run keeps its lease while an answer of several turns takes longer than it', async () => {
  const one = instance();
  const { id: setId } = await one.sets.create('Talks');
  const turns = Array.from({ length: 6 }, (_, at) => `Turn ${at}`);
  await one.sets.add(setId, [{ turns, facts: ['hello'] }]);
  const held = Array.from({ length: 6 }, () => Promise.withResolvers<void>());
  model.script(...held.map(({ promise }) => ({ deltas: ['Hello'], after: promise })));
  const { id: runId } = await one.start(setId, LIVE);
  for (const [at, { resolve }] of held.entries()) {
    await expect.poll(() => model.calls.length).toBe(at + 1);
    clock.advance(LEASE_MS / 2);
    await instance().workOnAll();
    expect(model.calls.length).toBe(at + 1);
    resolve();
  }
  await one.settled();
  expect(await one.find({ setId, runId })).toMatchObject({ state: 'done', figures: { answers: 1 } });
  expect(model.calls).toHaveLength(6);
});

describe('tokens are counted', () => {
  const usage = { inputTokens: 120, outputTokens: 30, cachedInputTokens: 20 };

  test('of every attempt at an answer that failed after its first calls', async () => {
    const one = instance();
    const failing = { fails: 'broken-stream', used: { model: 'gpt-5-mini', usage } } as const;
    model.script(failing, failing, { deltas: ['Hello'] });
    const key = await begun(one, 1);
    await one.settled();
    expect((await one.find(key)).figures).toMatchObject({ inputTokens: 360, outputTokens: 90 });
    expect(await one.spent()).toBe(3 * TOKENS_OF_AN_ANSWER);
  });

  test('of the turns of an answer that the end of its instance cuts short', async () => {
    const one = instance();
    const { id } = await one.sets.create('Talks');
    await one.sets.add(id, [{ turns: ['Do you ship?', 'And how much is that?'], facts: ['£4'] }]);
    const never = Promise.withResolvers<void>();
    model.script({ deltas: ['Yes.'] }, { deltas: ['It is'], after: never.promise });
    await one.start(id, LIVE);
    await expect.poll(() => model.calls.length).toBe(2);
    one.stop();
    await one.settled();
    expect(await one.spent()).toBe(TOKENS_OF_AN_ANSWER);
  });
});
