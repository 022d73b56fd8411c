import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { INFRA } from './support/bicep.ts';

const check = (environment: NodeJS.ProcessEnv) =>
  promisify(execFile)(process.execPath, [join(INFRA, '../scripts/check-infra.ts')], { env: environment });

test('without a Bicep compiler the check reports it, and fails if CI is set', async () => {
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
