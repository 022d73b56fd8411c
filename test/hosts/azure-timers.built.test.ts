import { expect, test } from 'vitest';
import { registerTimers } from '../../src/hosts/azure/host.ts';
import type { Timer } from '../../src/http/timer.ts';
import type { Services } from '../../src/compose.ts';
import { load } from '../support/functions-host/azure-core.ts';

const services = {} as Services;

/** The functions of these timers by name: when they run, and how. */
async function registered(timers: readonly Timer[]) {
  const { functions } = await load(() => registerTimers(() => Promise.resolve({ services, timers })));
  return new Map(
    functions.map(({ name, bindings, handler }) => [
      name,
      { schedules: Object.values(bindings).map((one) => one.schedule), run: handler as () => Promise<void> },
    ]),
  );
}

test('each interval is registered as one function', async () => {
  const schedules = Array.from(await registered([]), ([name, one]) => [name, ...one.schedules]);
  expect(schedules).toEqual([
    ['every1Minutes', '0 */1 * * * *'],
    ['every5Minutes', '0 */5 * * * *'],
    ['every60Minutes', '0 17 * * * *'],
  ]);
});

test('a function runs all tasks of its interval, even after one fails', async () => {
  const ran: string[] = [];
  const task = (name: string, everyMinutes: Timer['everyMinutes'], isBroken = false): Timer => ({
    name,
    everyMinutes,
    run(given) {
      expect(given).toBe(services);
      if (isBroken) throw new Error('broken on purpose');
      ran.push(name);
      return Promise.resolve();
    },
  });
  const functions = await registered([task('a', 5), task('b', 60), task('c', 5, true), task('d', 5)]);
  await expect(functions.get('every5Minutes')?.run()).rejects.toThrow('Scheduled work failed: c.');
  expect(ran).toEqual(['a', 'd']);
  await functions.get('every60Minutes')?.run();
  expect(ran).toEqual(['a', 'd', 'b']);
});
