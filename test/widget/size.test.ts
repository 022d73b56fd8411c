import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { buildWidget } from '../../widget/build.ts';

/** The whole widget, as it goes over the wire to a browser without brotli. */
const MOST_BYTES = 10_000;

it('the whole widget, style sheet and English included, is at most 10 000 bytes gzip', async () => {
  const { code } = await buildWidget();
  expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(MOST_BYTES);
});

it('the script reads no HTML, evaluates nothing and sets no cookie', async () => {
  const { code } = await buildWidget();
  expect(code).not.toMatch(
    /innerHTML|outerHTML|insertAdjacentHTML|DOMParser|\beval\b|new Function|document\.cookie/,
  );
});
