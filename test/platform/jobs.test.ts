import { expect, test } from 'vitest';
import { background } from '../../src/platform/background.ts';
import { jobs } from '../../src/platform/jobs.ts';
import { leases } from '../../src/platform/leases.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { freshFixture } from '../support/fixtures.ts';
import { recordingTelemetry } from '../support/ports/recording-telemetry.ts';
import { realRandom } from '../support/ports/random.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';

const store = freshFixture(() => openSqlite());

/** Jobs on items that are due for a number of steps. */
function counting(
  due: Record<string, number>,
  run?: (id: string) => Promise<void> | void,
  onNothingDue = () => undefined as void,
) {
  const clock = manualClock();
  const telemetry = recordingTelemetry();
  const work = background(telemetry);
  const stopping = new AbortController();
  const shared = { clock, telemetry, random: realRandom, stopping: stopping.signal };
  const done: string[] = [];
  const all = jobs<string>({
    ...shared,
    background: work,
    leases: leases({ ...shared, ledger: store.ledger }),
    due: () => Promise.resolve(Object.keys(due).filter((id) => (due[id] ?? 0) > 0)),
    find(id) {
      const isDue = (due[id] ?? 0) > 0;
      if (!isDue) onNothingDue();
      return Promise.resolve(isDue ? id : undefined);
    },
    leaseOf: (id) => id,
    async run(id) {
      await run?.(id);
      due[id] = (due[id] ?? 0) - 1;
      done.push(id);
    },
  });
  return { ...all, done, telemetry, settled: () => work.settled() };
}

test('a job runs its steps until no step is due', async () => {
  const { wake, settled, done } = counting({ a: 3, b: 1 });
  wake('a');
  wake('a');
  await settled();
  expect(done).toEqual(['a', 'a', 'a']);
});

test('an item that fails does not stop the others, and the failure is reported', async () => {
  const due = { a: 1, b: 2, c: 1 };
  const { runDue, done } = counting(due, (id) => {
    if (id === 'a') throw new Error('of a');
  });
  await expect(runDue()).rejects.toThrow('of a');
  expect(done.toSorted()).toEqual(['b', 'b', 'c']);
});

test('an item that changes while no step runs is processed immediately', async () => {
  const { interrupt, settled, done } = counting({ a: 1 });
  interrupt('a');
  await settled();
  expect(done).toEqual(['a']);
});

test('an item that is woken just after its work has ended is processed again', async () => {
  const due = { a: 1 };
  let released = 0;
  const all = counting(due, undefined, () => {
    // Its last look found nothing to do; then more becomes due.
    if (++released > 1) return;
    due.a = 1;
    all.wake('a');
  });
  all.wake('a');
  await all.settled();
  expect(all.done).toEqual(['a', 'a']);
});

test('an item that changes during a step is processed again', async () => {
  const due = { a: 1 };
  let steps = 0;
  const { wake, interrupt, settled, done } = counting(due, (id) => {
    if (++steps > 1) return;
    due.a++;
    interrupt(id);
  });
  wake('a');
  await settled();
  expect(done).toEqual(['a', 'a']);
});
