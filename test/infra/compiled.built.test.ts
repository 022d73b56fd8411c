import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { INFRA } from './support/bicep.ts';

/** The output of a script, whether it succeeds or not. */
const outputOf = (script: string) =>
  new Promise<string>((resolve) => {
    execFile(process.execPath, [script], (_failed, stdout) => resolve(stdout));
  });

test(
  'every template and parameter file compiles without errors and warnings',
  // The compiler takes several seconds for each of the files.
  { timeout: 600_000 },
  async ({ annotate }) => {
    const stdout = await outputOf(join(INFRA, '../scripts/check-infra.ts'));
    const [compiler = ''] = stdout.split('\n');
    await annotate(compiler);
    process.stdout.write(`${compiler}\n`);
    expect(stdout).toMatch(
      /^(?:az )?bicep \S+: control-plane\.bicepparam with control-plane\.bicep, main\.dev\.bicepparam with main\.bicep, private\.bicepparam with main\.bicep\nNo error, no warning\.\n$/,
    );
  },
);
