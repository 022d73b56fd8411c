import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod/mini';

/** The results of one run of a bench: numbers by their names, and what is only shown as text. */
const Run = z.object({ at: z.string(), results: z.record(z.string(), z.union([z.number(), z.string()])) });
type Results = z.infer<typeof Run>['results'];

/** The smallest share of a number by which a change is printed; runs differ by a few per cent. */
const NOTABLE = 0.05;

/** Each result that differs from the one of the same name in an earlier run, as a line. */
export function changesSince(before: Results, after: Results): string[] {
  return Object.entries(after).flatMap(([name, now]) => {
    const was = before[name];
    if (was === undefined || was === now) return [];
    if (typeof was === 'string' || typeof now === 'string') return [`${name}: was ${was}`];
    const change = (now - was) / was;
    return Math.abs(change) < NOTABLE
      ? []
      : [`${name}: ${was.toFixed(2)} → ${now.toFixed(2)} (${(change * 100).toFixed(0)} %)`];
  });
}

const results: Results = {};
const script = process.argv[1] ?? '';
const file = join(dirname(script), '../test-results/bench', `${basename(script, '.ts')}.json`);

/** Keeps a result for the JSON file of this bench, `test-results/bench/<name>.json`. */
export function keep(name: string, value: number | string): void {
  if (name === '') return;
  if (Object.keys(results).length === 0) process.on('exit', finish);
  results[name] = value;
}

/** Prints what has changed since the last run, and takes its place. A bench that failed changes nothing. */
function finish(code: number): void {
  if (code !== 0) return;
  const last = lastRun();
  const changes = last ? changesSince(last.results, results) : [];
  if (last) process.stdout.write(`\nChanged since ${last.at}:${changes.length === 0 ? ' nothing' : ''}\n`);
  for (const line of changes) process.stdout.write(`  ${line}\n`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), results }, null, 2)}\n`);
}

function lastRun(): z.infer<typeof Run> | undefined {
  try {
    return Run.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
