import { expect, test } from 'vitest';
import type { TelemetryEvent } from '../../src/ports.ts';
import { background, schedule } from '../../src/platform/background.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';

function setUp() {
  const events: TelemetryEvent[] = [];
  const clock = manualClock();
  const work = background({ record: (event) => void events.push(event), close: () => Promise.resolve() });
  return { clock, events, work, timers: schedule({ clock, background: work }) };
}

test('a periodic job runs immediately and after each pause, until it is stopped', async () => {
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

test('a failed run is reported, and the next run starts on time', async () => {
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

test('a delayed job runs once, and not at all if the timers are stopped first', async () => {
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
