import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { WebsiteSourceEdit } from '../../src/websites/records/website-source.ts';

const Choices = z.partial(WebsiteSourceEdit);

test.each([
  ['languages', 50, 'de'],
  ['rules', 200, { pattern: '/blog/*', read: false }],
  ['also', 50, 'https://shop.example/print'],
  ['leftOutBlocks', 200, { hash: 'a'.repeat(16), text: 'Free delivery' }],
])('a website has a limit of %s: %i', (field, most, one) => {
  const takes = (count: number) =>
    Choices.safeParse({ [field]: Array.from({ length: count }, () => one) }).success;
  expect([takes(most), takes(most + 1)]).toEqual([true, false]);
});
