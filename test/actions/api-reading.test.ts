import { expect, test } from 'vitest';
import { requestBudgets } from '../../src/adapters/system/node.ts';
import { apiReading } from '../../src/actions/api-reading.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';

test('a description that waits for the thread of document readers is not cut off by the time limit of its request', async () => {
  const time = manualClock();
  const requestBudget = requestBudgets(time);
  const clock = requestBudget.bounded(time);
  const { read } = apiReading({
    requestBudget,
    apiDescriptions: { fetch: () => Promise.resolve(undefined) },
    documentReader: {
      readApi() {
        // Another file is read for longer than the request may take.
        time.advance(20_000);
        return Promise.resolve({ title: String(clock.remainingMs?.()), operations: [] });
      },
    },
  });
  const { title } = await requestBudget.run(() => read({ text: '{}' }), 15_000);
  expect(title).toBe('undefined');
});
