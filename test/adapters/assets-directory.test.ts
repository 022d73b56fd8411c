import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressedPaths, hashOf } from '../../src/adapters/assets/compression.ts';
import { directoryAssets } from '../../src/adapters/assets/directory.ts';
import { dataFolder } from '../support/files/data-folder.ts';
import { sharedFixture } from '../support/fixtures.ts';

const folder = sharedFixture(() => dataFolder());

/** A folder of assets with one file. */
async function assetsWith(name: string, text: string) {
  const own = join(folder.dataDir, name);
  await mkdir(own);
  await writeFile(join(own, 'page.js'), text);
  return directoryAssets(own);
}

test('the same content is compressed once in a process, even in several folders', async () => {
  const text = 'export const answer = 42;\n'.repeat(40);
  const [one, other] = [await assetsWith('one', text), await assetsWith('other', text)];
  const first = await one.read('page.js');
  expect(await other.read('page.js')).toBe(first);
  expect(await other.make(text)).toBe(first);
  expect(await one.make(`${text}// Another one.`)).not.toBe(first);
  expect(brotliDecompressSync(first?.br ?? '').toString()).toBe(text);
  expect(gunzipSync(first?.gzip ?? '').toString()).toBe(text);
});

test('a file that the build compressed is served as it is, and other files are compressed', async () => {
  const text = 'export const built = true;\n'.repeat(40);
  const own = join(folder.dataDir, 'built');
  const paths = compressedPaths(hashOf(Buffer.from(text)));
  await mkdir(join(own, 'compressed'), { recursive: true });
  await writeFile(join(own, 'page.js'), text);
  await writeFile(join(own, 'edited.js'), `${text}// Edited after the build.`);
  await writeFile(join(own, paths.br), 'br of the build');
  await writeFile(join(own, paths.gzip), 'gzip of the build');
  const assets = directoryAssets(own);
  const page = await assets.read('page.js');
  expect([page?.br, page?.gzip].map(String)).toEqual(['br of the build', 'gzip of the build']);
  const edited = await assets.read('edited.js');
  expect(brotliDecompressSync(edited?.br ?? '').toString()).toBe(`${text}// Edited after the build.`);
});

test('a missing file is looked for again, so that unknown names take no memory', async () => {
  const assets = await assetsWith('late', 'export {};');
  expect(await assets.read('more.js')).toBeUndefined();
  await writeFile(join(folder.dataDir, 'late', 'more.js'), 'export const more = 1;');
  expect(await assets.read('more.js')).toBeDefined();
});

test('a missing file and a file outside the folder are not served', async () => {
  const assets = await assetsWith('alone', 'export {};');
  expect(await assets.read('other.js')).toBeUndefined();
  expect(await assets.read('../one/page.js')).toBeUndefined();
});
