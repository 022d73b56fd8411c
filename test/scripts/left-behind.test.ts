import { expect, test } from 'vitest';
import { leftBehind, sharedState } from '../support/vitest/left-behind.ts';

const { fetch: own } = globalThis;
const ignored = () => undefined;

test.each([
  [
    'environment: LEFT_BEHIND',
    () => (process.env['LEFT_BEHIND'] = '1'),
    () => delete process.env['LEFT_BEHIND'],
  ],
  ['globals: fetch', () => (globalThis.fetch = () => own('')), () => (globalThis.fetch = own)],
  [
    'listeners: warning',
    () => process.on('warning', ignored),
    () => process.removeListener('warning', ignored),
  ],
])('what a file changes and does not put back is named: %s', (name, change, putBack) => {
  const before = sharedState();
  change();
  try {
    expect(leftBehind(before, sharedState())).toEqual([name]);
  } finally {
    putBack();
  }
  expect(leftBehind(before, sharedState())).toEqual([]);
});
