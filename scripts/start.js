// Plain JavaScript: type stripping would cost the service 14 MB of memory.
import { spawnSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { builtFrom, sourcesHash } from './sources.js';

const ROOT = new URL('../', import.meta.url);
const FOLDER = 'dist.local';

// The build runs in a child process, so that the service does not keep the compiler's memory. The service
// runs in this process, which replaces npm's shell, so that Ctrl-C and SIGTERM reach it and npm ends with its
// exit code. Windows does not have `exec` and uses the other half of the npm script.
const hash = sourcesHash();
const last = builtFrom(FOLDER);
if (hash !== last) {
  const why = last === undefined ? 'this is the first start' : 'the sources have changed';
  process.stdout.write(`Building the local host: ${why}. This takes some seconds.\n`);
  const started = performance.now();
  const script = new URL('scripts/build-local.ts', ROOT);
  const { status } = spawnSync(process.execPath, [fileURLToPath(script), FOLDER, hash], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  process.stdout.write(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s.\n`);
}
process.stdout.write('Starting the service.\n');
await import(new URL(`${FOLDER}/local.js`, ROOT).href);
