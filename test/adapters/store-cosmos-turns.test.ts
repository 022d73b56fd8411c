import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { nowIso } from '../../src/lib/fields.ts';
import { begin, START } from '../support/stores/conversations.ts';
import { openCosmos } from '../support/stores/cosmos-store.ts';
import { freshFixture } from '../support/fixtures.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';

const MINUTE_MS = 60_000;
const ALL = ['2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z'] as const;
const clock = freshFixture(() => manualClock(Date.parse(START)));
const setup = freshFixture(() => openCosmos({ clock }));
beforeEach(async () => {
  setup.server.replicas.lagMs = () => 0;
});

/** The requests to the store during some work. */
async function during<T>(work: () => Promise<T>): Promise<[T, asked: string[]]> {
  const before = setup.server.requests.length;
  const result = await work();
  const asked = setup.server.requests.slice(before).filter(({ kind }) => kind !== 'metadata');
  return [result, asked.map(({ kind, container, status }) => `${kind} ${container} ${status}`)];
}

it('the reply to a write of a conversation has versions but no content', async () => {
  const from = setup.server.requests.length;
  await begin(setup.store, 'A long message. '.repeat(200));
  const answers = setup.server.requests.slice(from).filter(({ kind }) => kind === 'batch');
  expect(answers.map(({ container }) => container)).toEqual(['conversations']);
  expect(answers[0]?.answeredBytes).toBeGreaterThan(0);
  expect(answers[0]?.answeredBytes).toBeLessThan(400);
});

describe('a rate-limit window', () => {
  const hit = (counters = setup.counters) =>
    during(async () => (await counters.hit(['a'], MINUTE_MS, clock.now(), 6))[0]);

  it('takes one request for each hit, including the first hit of the window', async () => {
    const first = { count: 6, windowEndsAtMs: clock.now() + MINUTE_MS };
    expect(await hit()).toEqual([first, ['create counters 201']]);
    expect(await hit()).toEqual([{ ...first, count: 12 }, ['patch counters 200']]);
    clock.advance(MINUTE_MS);
    const second = { count: 6, windowEndsAtMs: clock.now() + MINUTE_MS };
    expect(await hit()).toEqual([second, ['replace counters 200']]);
    clock.advance(10 * MINUTE_MS);
    expect(await hit()).toMatchObject([{ count: 6 }, ['create counters 201']]);
  });

  it('takes a second request if another instance created the window first', async () => {
    const other = setup.another();
    await hit(other.counters);
    expect(await hit()).toMatchObject([{ count: 12 }, ['create counters 409', 'patch counters 200']]);
    clock.advance(MINUTE_MS);
    expect(await hit()).toMatchObject([{ count: 6 }, ['replace counters 200']]);
    const late = await hit(other.counters);
    expect(late).toMatchObject([{ count: 12 }, ['replace counters 412', 'patch counters 200']]);
    await other.close();
  });

  it('starts again after the window of another instance has ended', async () => {
    const other = setup.another();
    await hit(other.counters);
    await other.close();
    clock.advance(MINUTE_MS);
    const requests = ['create counters 409', 'patch counters 200', 'replace counters 200'];
    expect(await hit()).toMatchObject([{ count: 6 }, requests]);
  });
});

describe('the usage figures of a turn', () => {
  const activity = () => ({ id: randomUUID(), at: nowIso(clock), visitorMessages: 1 });
  const turn = async () => (await during(() => begin(setup.store, 'hi', { activity: activity() })))[1];
  const stored = async () => {
    const other = setup.another();
    const hours = await other.store.activity(...ALL);
    await other.close();
    return hours.reduce((sum, { visitorMessages }) => sum + visitorMessages, 0);
  };
  const createdUsage = { kind: 'create', container: 'usage' } as const;
  beforeEach(async () => {
    await turn();
  });

  it('are stored in one request when the turn ends', async () => {
    expect(await turn()).toEqual(['batch conversations 200', 'create usage 201']);
    expect(await stored()).toBe(2);
  });

  it('of the first turn of an hour list the hour before they are stored', async () => {
    clock.advance(60 * MINUTE_MS);
    expect(await turn()).toEqual(['batch conversations 200', 'create usage 201', 'create usage 201']);
    expect(await stored()).toBe(2);
  });

  it('are stored later if the store refuses them, and the turn succeeds', async () => {
    setup.server.faults.plan(createdUsage, { status: 503 }, 20);
    await turn();
    setup.server.faults.clear();
    expect(await stored()).toBe(1);
    clock.advance(5_000);
    await expect.poll(stored).toBe(2);
  });

  it('are retried until the store accepts them, and once more when the instance ends', async () => {
    setup.server.faults.plan(createdUsage, { status: 503 }, 200);
    await turn();
    clock.advance(5_000);
    await turn();
    setup.server.faults.clear();
    expect(await stored()).toBe(1);
    await setup.store.close();
    expect(await stored()).toBe(3);
  });

  it('are counted once if the reply to the write was lost', async () => {
    setup.server.faults.plan(createdUsage, 'unheard', 5);
    await turn();
    setup.server.faults.clear();
    expect(await setup.store.activity(...ALL)).toMatchObject([{ visitorMessages: 2 }]);
  });

  it('that arrive late are counted in an open hour, because a closed hour may have been reported', async () => {
    setup.server.faults.plan(createdUsage, { status: 503 }, 20);
    await turn();
    setup.server.faults.clear();
    clock.advance(70 * MINUTE_MS);
    const hours = await setup.store.activity(...ALL);
    expect(hours.map(({ visitorMessages }) => visitorMessages)).toEqual([1, 1]);
  });
});
