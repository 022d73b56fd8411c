import { expect, test } from 'vitest';
import type { TelemetryEvent } from '../../src/ports.ts';
import { background, schedule } from '../../src/services/platform/background.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';

function setUp() {
  const events: TelemetryEvent[] = [];
  const clock = manualClock();
  const work = background({ record: (event) => void events.push(event), close: () => Promise.resolve() });
  return { clock, events, work, timers: schedule({ clock, background: work }) };
}

test('work is done now and again after each pause, until it is stopped', async () => {
  const { clock, work, timers } = setUp();
  let done = 0;
  timers.every(1000, async () => {
    done++;
  });
  expect(done).toBe(1);
  for (let n = 2; n <= 4; n++) {
    await new Promise(setImmediate);
    clock.advance(999);
    await new Promise(setImmediate);
    expect(done).toBe(n - 1);
    clock.advance(1);
    await expect.poll(() => done).toBe(n);
  }
  timers.stop();
  clock.advance(10_000);
  await work.settled();
  expect(done).toBe(4);
});

test('a failure is told and the next time comes all the same', async () => {
  const { clock, events, work, timers } = setUp();
  let done = 0;
  timers.every(1000, () => (++done === 1 ? Promise.reject(new Error('once')) : Promise.resolve()));
  await new Promise(setImmediate);
  clock.advance(1000);
  await expect.poll(() => done).toBe(2);
  timers.stop();
  await work.settled();
  expect(events).toEqual([{ type: 'warning', code: 'background-failed' }]);
});

test('work that waits for its time is done once, and not at all where the end comes first', async () => {
  const { clock, work, timers } = setUp();
  const done: string[] = [];
  timers.after(1000, () => Promise.resolve(void done.push('first')));
  timers.after(5000, () => Promise.resolve(void done.push('second')));
  clock.advance(1000);
  await expect.poll(() => done).toEqual(['first']);
  timers.stop();
  await work.settled();
  expect(done).toEqual(['first']);
});
