import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const run = () => spawnSync(process.execPath, [join(ROOT, 'scripts/package.ts')], { encoding: 'utf8' });
const bytes = (name: string) => readFile(join(ROOT, 'dist', name));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'package-'));
  expect(run()).toMatchObject({ status: 0, stderr: '' });
});
afterAll(() => rm(folder, { recursive: true }));

test('the same files make the same bytes', async () => {
  const before = await Promise.all(['runtime.zip', 'control-plane.zip'].map(bytes));
  run();
  const after = await Promise.all(['runtime.zip', 'control-plane.zip'].map(bytes));
  expect(after.map((content, index) => content.equals(before[index] ?? Buffer.alloc(0)))).toEqual([
    true,
    true,
  ]);
});

test('a package holds what it needs and nothing else', async () => {
  const names = Object.keys(unzipSync(await bytes('runtime.zip')));
  for (const needed of [
    'runtime.js',
    'host.json',
    'package.json',
    'widget.js',
    'knowledge/about.md',
    'LICENSE',
  ]) {
    expect(names).toContain(needed);
  }
  expect(names).toContain('pages/dashboard.js');
  expect(
    names.filter((name) => /node_modules|\.ts$|^local|^control-plane|^test/.test(name.split('/')[0] ?? '')),
  ).toEqual([]);
  const others = Object.keys(unzipSync(await bytes('control-plane.zip')));
  expect(others.filter((name) => /^(pages|widget|knowledge)/.test(name))).toEqual([]);
});

test('it names the licence of each package that is bundled', async () => {
  const { 'THIRD-PARTY-LICENSES.txt': text } = unzipSync(await bytes('runtime.zip'));
  for (const name of ['zod', 'preact', '@azure/functions']) {
    expect(Buffer.from(text ?? '').toString()).toMatch(new RegExp(`^${name} \\d`, 'm'));
  }
});

test.each(['runtime', 'control-plane'])(
  '%s, unpacked, loads with no node_modules beside it',
  async (name) => {
    const target = join(folder, name);
    for (const [path, content] of Object.entries(unzipSync(await bytes(`${name}.zip`)))) {
      await mkdir(dirname(join(target, path)), { recursive: true });
      await writeFile(join(target, path), content);
    }
    const child = spawn(
      process.execPath,
      ['-e', `import('./${name}.js').then(() => console.log('loaded'))`],
      { cwd: target },
    );
    const said: string[] = [];
    for (const channel of [child.stdout, child.stderr])
      channel.setEncoding('utf8').on('data', (text: string) => said.push(text));
    const [code] = (await once(child, 'close')) as [number];
    expect([code, said.join('')]).toEqual([0, expect.stringContaining('loaded')]);
  },
);
