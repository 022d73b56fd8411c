import { beforeEach, expect, test } from 'vitest';
import { ModelFailure } from '../../src/spending/rules/model-failure.ts';
import type { Embedder } from '../../src/ports.ts';
import { questionVectors, WAIT_MS } from '../../src/assistants/question-vectors.ts';
import { background, type Background } from '../../src/platform/background.ts';
import { recordingTelemetry } from '../support/ports/recording-telemetry.ts';
import { manualClock, type ManualClock } from '../support/clocks/manual-clock.ts';

let clock: ManualClock;
let work: Background;
let telemetry: ReturnType<typeof recordingTelemetry>;
let calls: { texts: readonly string[]; answer: () => void; fail: (error: Error) => void }[];
beforeEach(() => {
  clock = manualClock();
  telemetry = recordingTelemetry();
  work = background(telemetry);
  calls = [];
});

/** An embedder that answers when the test lets it. */
const embedder: Embedder = {
  space: 'meaning',
  problem: () => undefined,
  isRefusing: () => false,
  embed(texts, { count }) {
    const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<Embedder['embed']>>>();
    const vectors = texts.map(({ length }) => new Float32Array([length]));
    const answer = () => {
      void count(texts.length);
      resolve(vectors);
    };
    calls.push({ texts, answer, fail: reject });
    return promise;
  },
};
const open = () =>
  questionVectors({ embedder, clock, background: work, stopping: new AbortController().signal });

test('a question is embedded once, and its tokens are counted once', async () => {
  const questions = open();
  const asked = [questions.of(['Where?']), questions.of(['Where?'])];
  calls[0]?.answer();
  expect(await Promise.all(asked)).toEqual([[new Float32Array([6])], [new Float32Array([6])]]);
  expect(await questions.of(['Where?'])).toHaveLength(1);
  expect(calls).toHaveLength(1);
  expect([questions.takeTokens(), questions.takeTokens()]).toEqual([1, 0]);
});

test('a follow-up embeds only the new text', async () => {
  const questions = open();
  const first = questions.of(['Where?']);
  calls[0]?.answer();
  await first;
  const second = questions.of(['And when?', 'Where?']);
  calls[1]?.answer();
  expect(await second).toEqual([new Float32Array([9]), new Float32Array([6])]);
  expect(calls.map(({ texts }) => texts)).toEqual([['Where?'], ['And when?']]);
});

test('a question waits no longer than its limit, and a late vector is used for the next question', async () => {
  const questions = open();
  const asked = questions.of(['Where?']);
  clock.advance(WAIT_MS);
  expect(await asked).toBeUndefined();
  expect(questions.takeTokens()).toBe(0);
  calls[0]?.answer();
  await work.settled();
  expect(await questions.of(['Where?'])).toHaveLength(1);
  expect(questions.takeTokens()).toBe(1);
});

test('after three late vectors no question waits, until one arrives in time', async () => {
  const questions = open();
  for (const question of ['1', '2', '3']) {
    const asked = questions.of([question]);
    clock.advance(WAIT_MS);
    expect(await asked).toBeUndefined();
  }
  expect(questions.isSlow()).toBe(true);
  expect(await questions.of(['4'])).toBeUndefined();
  calls[3]?.answer();
  await expect.poll(() => questions.isSlow()).toBe(false);
  const asked = questions.of(['5']);
  calls[4]?.answer();
  expect(await asked).toHaveLength(1);
});

test('a failed embedding does not fail the question, and the next question embeds it again', async () => {
  const questions = open();
  const asked = questions.of(['Where?']);
  calls[0]?.fail(new ModelFailure({ reason: 'unreachable' }));
  expect(await asked).toBeUndefined();
  const again = questions.of(['Where?']);
  calls[1]?.answer();
  expect(await again).toHaveLength(1);
  expect(telemetry.events).toEqual([]);
});

test('an unknown error of the embedding is reported', async () => {
  const questions = open();
  const asked = questions.of(['Where?']);
  calls[0]?.fail(new Error('a bug'));
  await expect(asked).rejects.toThrow('a bug');
  await work.settled();
  expect(telemetry.events).toContainEqual({ type: 'warning', code: 'background-failed' });
});
