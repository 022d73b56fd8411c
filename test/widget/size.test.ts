import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { buildFrame, buildRelease, buildWidget } from '../../widget/build.ts';
import { MODULE_NAMES } from '../../widget/panel/modules.ts';

/** The size of what goes over the wire to a browser without Brotli. */
const gzipped = (code: string) => gzipSync(code, { level: 9 }).length;

const moduleOf = async (name: string) => (await buildRelease()).modules.get(`${name}.js`)?.code ?? '';

it('the script of the page is at most 5 800 bytes gzip, style sheet and English included', async () => {
  expect(gzipped((await buildWidget()).code)).toBeLessThanOrEqual(5800);
});

it('script and panel, which are all until the first answer, are at most 23 200 bytes gzip', async () => {
  expect(gzipped((await buildWidget()).code) + gzipped(await moduleOf('panel'))).toBeLessThanOrEqual(23_200);
});

it('the script names the folder of its own release, and no file of another one', async () => {
  const { version, widget } = await buildRelease();
  expect(version).toMatch(/^\d+\.\d+\.\d+-[0-9a-f]{6}$/);
  expect(widget.code.match(/widget\/\d[^/"`]*/g)).toContain(`widget/${version}`);
  expect(new Set(widget.code.match(/widget\/\d[^/"`]*/g)).size).toBe(1);
});

it('the script has the hash of each module that it loads, and of what such a module imports', async () => {
  const { widget, modules } = await buildRelease();
  const hashOf = (code: string) => `sha256-${createHash('sha256').update(code).digest('base64')}`;
  for (const [file, { code }] of modules) {
    // The preview of a registered widget belongs to another script.
    if (file !== 'peek.js') expect(widget.code).toContain(`"${file}":"${hashOf(code)}"`);
  }
});

it.each([
  ['script', buildWidget],
  ['page of a registered widget', buildFrame],
])('the %s has no global variable, because it runs on pages of others', async (_file, build) => {
  const { code } = await build();
  expect(code).toMatch(/^(\(given=>\{[^]+\}\)\(\{\}\)$|import\b)/);
});

it('docs/embed.md lists the content of each file, and its size within a twentieth', async () => {
  const docs = await readFile(new URL('../../docs/embed.md', import.meta.url), 'utf8');
  const rows = docs.matchAll(/^\| (the script|`\w+\.js`) +\| ([\d ]+?) +\| ([\d ]+?) +\| .{20}/gm);
  const stated = Array.from(rows, ([, file, ...sizes]) => [
    file,
    ...sizes.map((size) => Number(size.replaceAll(' ', ''))),
  ]);
  const near = (size: number): unknown => expect.closeTo(size, -Math.log10((2 * size) / 20));
  const sizesOf = (code: string) => [gzipped(code), brotliCompressSync(code).length].map(near);
  expect(stated).toEqual([
    ['the script', ...sizesOf((await buildWidget()).code)],
    ...(await Promise.all(
      MODULE_NAMES.map(async (name) => [`\`${name}.js\``, ...sizesOf(await moduleOf(name))]),
    )),
  ]);
});

it('no file reads HTML, evaluates anything or sets a cookie', async () => {
  const { widget, modules } = await buildRelease();
  for (const { code } of [widget, ...modules.values()]) {
    expect(code).not.toMatch(
      /innerHTML|outerHTML|insertAdjacentHTML|DOMParser|\beval\b|new Function|document\.cookie/,
    );
  }
});
