import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { begin, START } from '../support/conversations.ts';
import { openCosmos } from '../support/cosmos-store.ts';
import { freshFixture } from '../support/fixtures.ts';
import { manualClock } from '../support/manual-clock.ts';

const MINUTE_MS = 60_000;
const ALL = ['2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z'] as const;
const clock = freshFixture(() => manualClock(Date.parse(START)));
const setup = freshFixture(() => openCosmos({ clock }));
beforeEach(async () => {
  setup.server.replicas.lagMs = () => 0;
});

/** What the store was asked for while some work was done. */
async function during<T>(work: () => Promise<T>): Promise<[T, asked: string[]]> {
  const before = setup.server.requests.length;
  const result = await work();
  const asked = setup.server.requests.slice(before).filter(({ kind }) => kind !== 'metadata');
  return [result, asked.map(({ kind, container, status }) => `${kind} ${container} ${status}`)];
}

it('a write of a conversation is answered with versions, and with nothing of what was written', async () => {
  const from = setup.server.requests.length;
  await begin(setup.store, 'A long message. '.repeat(200));
  const answers = setup.server.requests.slice(from).filter(({ kind }) => kind === 'batch');
  expect(answers.map(({ container }) => container)).toEqual(['conversations']);
  expect(answers[0]?.answeredBytes).toBeGreaterThan(0);
  expect(answers[0]?.answeredBytes).toBeLessThan(400);
});

describe('a window that is counted beside turns', () => {
  const hit = (counters = setup.counters) =>
    during(() => counters.hitBesideTurn('a', MINUTE_MS, clock.now(), 6));

  it('takes one request a step, also the first of a window', async () => {
    const first = { count: 6, windowEndsAtMs: clock.now() + MINUTE_MS };
    expect(await hit()).toEqual([first, ['create counters 201']]);
    expect(await hit()).toEqual([{ ...first, count: 12 }, ['patch counters 200']]);
    clock.advance(MINUTE_MS);
    const second = { count: 6, windowEndsAtMs: clock.now() + MINUTE_MS };
    expect(await hit()).toEqual([second, ['replace counters 200']]);
    clock.advance(10 * MINUTE_MS);
    expect(await hit()).toMatchObject([{ count: 6 }, ['create counters 201']]);
  });

  it('takes another try where another instance began it, each of one request', async () => {
    const other = setup.another();
    await hit(other.counters);
    expect(await hit()).toEqual([undefined, ['create counters 409']]);
    expect(await hit()).toMatchObject([{ count: 12 }, ['patch counters 200']]);
    clock.advance(MINUTE_MS);
    expect(await hit()).toMatchObject([{ count: 6 }, ['replace counters 200']]);
    expect(await hit(other.counters)).toEqual([undefined, ['replace counters 412']]);
    expect(await hit(other.counters)).toMatchObject([{ count: 12 }, ['patch counters 200']]);
    await other.close();
  });

  it('is begun anew where another instance’s is over', async () => {
    const other = setup.another();
    await hit(other.counters);
    await other.close();
    clock.advance(MINUTE_MS);
    expect(await hit()).toEqual([undefined, ['create counters 409']]);
    expect(await hit()).toEqual([undefined, ['patch counters 200']]);
    expect(await hit()).toMatchObject([{ count: 6 }, ['replace counters 200']]);
  });
});

describe('the figures of a turn that asked the store for something else', () => {
  const activity = () => ({ id: randomUUID(), at: new Date(clock.now()).toISOString(), visitorMessages: 1 });
  const turn = async () => (await during(() => begin(setup.store, 'hi', { activity: activity() })))[1];
  const stored = async () => {
    const other = setup.another();
    const hours = await other.store.activity(...ALL);
    await other.close();
    return hours.reduce((sum, { visitorMessages }) => sum + visitorMessages, 0);
  };
  beforeEach(async () => {
    await turn();
  });

  it('are written together with the next one’s', async () => {
    await setup.counters.hitBesideTurn('a', MINUTE_MS, clock.now(), 6);
    expect(await turn()).toEqual(['batch conversations 200']);
    expect(await turn()).toEqual(['batch conversations 200', 'batch usage 200']);
    expect(await turn()).toEqual(['batch conversations 200', 'create usage 201']);
    expect(await stored()).toBe(4);
  });

  it('are written after five seconds where no other comes, and at the end of the instance', async () => {
    await setup.counters.hitBesideTurn('a', MINUTE_MS, clock.now(), 6);
    await turn();
    clock.advance(5_000);
    await expect.poll(stored).toBe(2);
    await setup.counters.hitBesideTurn('a', MINUTE_MS, clock.now(), 6);
    await turn();
    expect(await setup.store.activity(...ALL)).toMatchObject([{ visitorMessages: 3 }]);
  });

  it('are written once where the answer to the two of them was lost', async () => {
    await setup.counters.hitBesideTurn('a', MINUTE_MS, clock.now(), 6);
    await turn();
    setup.server.faults.plan({ kind: 'batch', container: 'usage' }, 'unheard', 5);
    await turn();
    setup.server.faults.clear();
    expect(await setup.store.activity(...ALL)).toMatchObject([{ visitorMessages: 3 }]);
  });

  it('wait while the next hour is listed, so that its first turn asks for no more than others', async () => {
    clock.advance(60 * MINUTE_MS);
    expect(await turn()).toEqual(['batch conversations 200', 'create usage 201']);
    expect(await turn()).toEqual(['batch conversations 200', 'batch usage 200']);
    expect(await stored()).toBe(3);
  });
});
