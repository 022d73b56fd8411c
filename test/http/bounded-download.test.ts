import { expect, test } from 'vitest';
import { boundedDownload } from '../../src/http/export-stream.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { refusal } from '../support/refusal.ts';

let isClosed = false;
async function* numbers() {
  try {
    for (let number = 1; number <= 3; number++) yield await Promise.resolve(number);
  } finally {
    isClosed = true;
  }
}

test('a download fails after four minutes, and its source is closed', async () => {
  const clock = manualClock();
  const items = boundedDownload(numbers(), clock);
  expect(await items.next()).toEqual({ done: false, value: 1 });
  clock.advance(239_999);
  expect(await items.next()).toEqual({ done: false, value: 2 });
  clock.advance(1);
  expect(await refusal(items.next())).toBe('download-too-long');
  expect(isClosed).toBe(true);
});

test('a download within the time limit is complete', async () => {
  expect(await Array.fromAsync(boundedDownload(numbers(), manualClock()))).toEqual([1, 2, 3]);
});
