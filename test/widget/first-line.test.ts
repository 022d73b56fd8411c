import { expect, test } from 'vitest';
import { firstLine } from '../../widget/agent/preview.ts';

test.each([
  ['Yes, we do.\n\nWhere to?', 'Yes, we do.'],
  ['\n## **Your** order', 'Your order'],
  ['> [Track it](https://shop.example/o) `here` or *there*', 'Track it here or there'],
  ['3 * 4 * 2 = 24', '3 * 4 * 2 = 24'],
  ['', ''],
  ['x'.repeat(500), 'x'.repeat(160)],
])('the preview of %j is %j', (content, line) => {
  expect(firstLine(content)).toBe(line);
});
