import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
let checkout: string;

beforeAll(async () => {
  checkout = await mkdtemp(join(tmpdir(), 'checkout-'));
  const parts = ['src', 'functions', 'widget', 'scripts', 'package.json', 'tsconfig.json'];
  for (const part of parts) await cp(join(ROOT, part), join(checkout, part), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(checkout, 'node_modules'));
});
afterAll(() => rm(checkout, { recursive: true }));

/** Starts the checkout, and ends it once it is ready. */
async function start(): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ['scripts/start.js'], {
    cwd: checkout,
    env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: join(checkout, '.data') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (data: Buffer) => (output += data.toString()));
  child.stdout.on('data', (data: Buffer) => {
    output += data.toString();
    if (output.includes('Ctrl-C ends it')) child.kill('SIGTERM');
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

test('a start rebuilds only after a change, reports it, and keeps the last build if the code is invalid', async () => {
  const first = await start();
  expect(first).toMatchObject({ code: 0 });
  expect(first.output).toMatch(
    /^Building the local host: this is the first start\..*\nBuilt in [\d.]+ s\.\nStarting the service\.\n/,
  );

  const second = await start();
  expect(second).toMatchObject({ code: 0 });
  expect(second.output).toMatch(/^Starting the service\.\n/);

  const source = join(checkout, 'functions/visitor/plan.ts');
  const text = await readFile(source, 'utf8');
  const built = await readFile(join(checkout, 'dist.local/local.js'), 'utf8');
  await writeFile(source, `${text}\nconst const\n`);
  const broken = await start();
  expect(broken.code).not.toBe(0);
  expect(broken.output).toMatch(/the sources have changed[^]*plan\.ts/);
  expect(await readFile(join(checkout, 'dist.local/local.js'), 'utf8')).toBe(built);

  await writeFile(source, `${text}\n// Another comment.\n`);
  const third = await start();
  expect(third).toMatchObject({ code: 0 });
  expect(third.output).toContain('the sources have changed');
}, 300_000);
