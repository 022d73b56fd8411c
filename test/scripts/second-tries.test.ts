import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** A suite in which one test fails once, one always and one never. */
const SUITE = `
  import { describe, expect, test } from 'vitest';
  let tries = 0;
  describe('a race', () => {
    test('is lost once', () => expect(++tries).toBe(2));
    test('is lost always', () => expect(1).toBe(2));
    test('is won', () => {});
  });
`;

/** What the project's configuration says of the suite, with these variables of the environment. */
async function reported(environment: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'second-tries-'));
  await mkdir(join(folder, 'test'));
  await writeFile(join(folder, 'test/race.test.ts'), SUITE);
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const { CI: _here, ...env } = process.env;
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  return await new Promise((resolve) => {
    execFile(
      process.execPath,
      [vitest, 'run', '--config', join(ROOT, 'vitest.config.ts'), '--root', folder],
      { cwd: ROOT, env: { ...env, ...environment, NO_COLOR: '1' } },
      (_failed, stdout) => resolve(stdout),
    );
  });
}

test('in CI a failed test is tried once more, and its name and reason are told at the end', async () => {
  const output = await reported({ CI: 'true' });
  expect(output).toContain('1 failed | 2 passed');
  const [, told = ''] = output.split('Passed at the second try only:\n');
  expect(told).toContain('race.test.ts > a race > is lost once: expected 1 to be 2');
  expect(told).not.toContain('is lost always');
  expect(told).not.toContain('is won');
});

test('elsewhere nothing is tried twice', async () => {
  const output = await reported({});
  expect(output).toContain('2 failed | 1 passed');
  expect(output).not.toContain('second try');
});
