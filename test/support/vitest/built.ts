import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { builtFrom, sourcesHash } from '../../../scripts/sources.js';

let isBuilt = false;

/** Builds `dist` if its sources have changed, so that no test runs outdated code. */
export default function buildIfChanged(): void {
  if (isBuilt || builtFrom('dist') === sourcesHash()) return;
  process.stdout.write('Building dist: the sources have changed.\n');
  const script = fileURLToPath(new URL('../../../scripts/build.ts', import.meta.url));
  const { status } = spawnSync(process.execPath, [script, '--for-tests'], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The build has failed, and what is in dist is old.');
  isBuilt = true;
}
