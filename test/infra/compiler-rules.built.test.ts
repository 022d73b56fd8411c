import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { describe, expect, test } from 'vitest';
import { INFRA } from './support/bicep.ts';

const check = (environment: NodeJS.ProcessEnv) =>
  promisify(execFile)(process.execPath, [join(INFRA, '../scripts/check-infra.ts')], { env: environment });

test('without a compiler the check says so, and fails where CI is set', async () => {
  const nowhere = { PATH: join(INFRA, 'modules') };
  const there = await check(nowhere);
  expect(there.stdout).toBe(
    'There is no Bicep CLI here: the templates were not compiled.\nNo error, no warning.\n',
  );
  await expect(check({ ...nowhere, CI: 'true' })).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining('There is no Bicep CLI here'),
  });
});

describe('the linter', () => {
  const Config = z.object({
    analyzers: z.object({
      core: z.object({
        enabled: z.literal(true),
        rules: z.record(z.string(), z.object({ level: z.enum(['error', 'warning', 'off']) })),
      }),
    }),
  });
  const { rules } = Config.parse(JSON.parse(readFileSync(join(INFRA, 'bicepconfig.json'), 'utf8'))).analyzers
    .core;

  const rulesAt = (wanted: string) =>
    Object.entries(rules).flatMap(([name, { level }]) => (level === wanted ? [name] : []));

  test('has every rule at error, but for one that a new version of the platform can break', () => {
    expect(Object.keys(rules).length).toBeGreaterThan(45);
    // A release that is compiled later, with a newer compiler, must still deploy.
    expect(rulesAt('warning')).toEqual(['use-recent-api-versions']);
  });

  test('has three rules off for a reason', () => {
    expect(rulesAt('off').toSorted()).toEqual([
      // A module without a name makes version 2.0 of the language, which managed applications refuse.
      'no-module-name',
      // A variable is explained by the comment above it.
      'use-description-vars',
      // User-defined types need version 2.0 of the language.
      'use-user-defined-types',
    ]);
  });

  test('is silenced on a line only with the reason above it', () => {
    for (const path of globSync('**/*.bicep', { cwd: INFRA })) {
      const lines = readFileSync(join(INFRA, path), 'utf8').split('\n');
      lines.forEach((line, at) => {
        if (line.includes('#disable-')) {
          expect([path, at + 1, lines[at - 1]]).toEqual([path, at + 1, expect.stringMatching(/^\s*\/\/ /)]);
        }
      });
    }
  });
});
