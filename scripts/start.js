// Plain JavaScript: type stripping would cost the service 14 MB of memory.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';

const ROOT = new URL('../', import.meta.url);
const FOLDER = 'dist.local';
/** The sources of the local host. */
const SOURCES = [
  '{src,functions,widget,scripts}/**/*.{ts,tsx,js,css,json,png}',
  '*.{json,ts}',
  'node_modules/.package-lock.json',
];

/** A hash over the names and contents of all sources. */
function sourcesHash() {
  const hash = createHash('sha256').update(process.version);
  for (const file of globSync(SOURCES, { cwd: ROOT }).sort()) {
    const content = readFileSync(new URL(file, ROOT));
    hash.update(`\0${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** The hash of the last build; undefined before the first one. */
function builtFrom() {
  try {
    return readFileSync(new URL(`${FOLDER}/built-from`, ROOT), 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

// The build runs in a child process, so that the service does not keep the compiler's memory. The service
// runs in this process, which replaces npm's shell (`exec`; Windows has none and uses the other half of the
// npm script), so that Ctrl-C and SIGTERM reach it and npm ends with its exit code.
const hash = sourcesHash();
const last = builtFrom();
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
