import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { basename, dirname } from 'node:path';

/**
 * Runs all files in `bench/`, or the named ones. Each runs in a separate process, so that none profits from
 * another.
 */
const folder = `${dirname(import.meta.dirname)}/bench`;
const wanted = process.argv.slice(2);
const all = globSync('*.ts', { cwd: folder }).sort();
const known = all.map((file) => basename(file, '.ts'));
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`No such bench: ${unknown.join(', ')}. There are: ${known.join(', ')}.\n`);
  process.exit(1);
}
for (const name of known.filter((it) => wanted.length === 0 || wanted.includes(it))) {
  process.stdout.write(`\n# ${name}\n`);
  const run = spawnSync(process.execPath, ['--expose-gc', `${folder}/${name}.ts`], { stdio: 'inherit' });
  if (run.status !== 0) process.exit(run.status ?? 1);
}
