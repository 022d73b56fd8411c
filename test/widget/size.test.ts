import { readFile } from 'node:fs/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import {
  buildFifthFile,
  buildFourthFile,
  buildFrame,
  buildPageFile,
  buildRelease,
  buildSecondFile,
  buildThirdFile,
  buildWidget,
} from '../../widget/build.ts';

/** Each file, as it goes over the wire to a browser without brotli. */
const MOST_BYTES = 10_000;

it('the whole widget, style sheet and English included, is at most 10 000 bytes gzip', async () => {
  const { code } = await buildWidget();
  expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(MOST_BYTES);
});

it.each([
  ['second', buildSecondFile],
  ['third', buildThirdFile],
  ['fourth', buildFourthFile],
  ['fifth', buildFifthFile],
])('the %s file is at most 10 000 bytes gzip', async (_file, build) => {
  const { code } = await build();
  expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(MOST_BYTES);
});

it('the script names the second file of its own release', async () => {
  const { version, widget } = await buildRelease();
  expect(version).toMatch(/^\d+\.\d+\.\d+-[0-9a-f]{6}$/);
  expect(widget.code).toContain(`+"widget/${version}/extras.js"`);
});

it.each([
  ['script', buildWidget],
  ['page of a registered widget', buildFrame],
])('the %s keeps its variables in a function, because it runs on pages of others', async (_file, build) => {
  const { code } = await build();
  expect(code).toMatch(/^\((\(\)|given)=>\{[^]+\}\)\((\{\})?\)$/);
});

it('docs/embed.md lists the content of each file, and its size within a twentieth', async () => {
  const docs = await readFile(new URL('../../docs/embed.md', import.meta.url), 'utf8');
  const rows = docs.matchAll(
    /^\| (the script|the (?:second|third|fourth|fifth) file) +\| ([\d ]+?) +\| ([\d ]+?) +\| .{20}/gm,
  );
  const stated = Array.from(rows, ([, file, ...sizes]) => [
    file,
    ...sizes.map((size) => Number(size.replaceAll(' ', ''))),
  ]);
  const sizesOf = ({ code }: { code: string }) => [
    gzipSync(code, { level: 9 }).length,
    brotliCompressSync(code).length,
  ];
  const near = (size: number): unknown => expect.closeTo(size, -Math.log10((2 * size) / 20));
  expect(stated).toEqual([
    ['the script', ...sizesOf(await buildWidget()).map(near)],
    ['the second file', ...sizesOf(await buildSecondFile()).map(near)],
    ['the third file', ...sizesOf(await buildThirdFile()).map(near)],
    ['the fourth file', ...sizesOf(await buildFourthFile()).map(near)],
    ['the fifth file', ...sizesOf(await buildFifthFile()).map(near)],
  ]);
});

it.each([
  ['script', buildWidget],
  ['second file', buildSecondFile],
  ['third file', buildThirdFile],
  ['fourth file', buildFourthFile],
  ['fifth file', buildFifthFile],
  ['file of the page', buildPageFile],
])('the %s reads no HTML, evaluates nothing and sets no cookie', async (_file, build) => {
  const { code } = await build();
  expect(code).not.toMatch(
    /innerHTML|outerHTML|insertAdjacentHTML|DOMParser|\beval\b|new Function|document\.cookie/,
  );
});
