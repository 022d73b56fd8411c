import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { importsOf } from '../test/import-rules.ts';

const ROOT = dirname(import.meta.dirname);

/** What tests run from `dist` or read as files, without an import, and who does: tests or their support. */
const READ_BY: readonly [changed: RegExp, by: string][] = [
  [/^(widget|src\/web\/(widget-frame|demo))\//, 'test/widget/support/site.ts'],
  [/^src\/web\//, 'test/web/{*.test.ts,support/office.ts}'],
  [/^(infra|\.github)\//, 'test/infra/*.test.ts'],
  [/^(docs\/|README|CONTRIBUTING)/, 'test/docs/*.test.ts'],
  [/^(src|functions|widget|scripts|test)\//, 'test/architecture.test.ts'],
  [/^src\/adapters\/documents\//, 'test/adapters/documents-*.test.ts'],
];
const IN_DIST = /^(src|functions|widget|knowledge)\/|^package\.json$/;

/** The files whose tests a change can break: the changed ones, and those that read one without an import. */
export function filesToTest(changed: readonly string[]): string[] {
  const readers = READ_BY.flatMap(([pattern, by]) =>
    changed.some((path) => pattern.test(path)) ? globSync(by, { cwd: ROOT }) : [],
  );
  return [...new Set([...changed.filter((path) => /\.(tsx?|js)$/.test(path)), ...readers])];
}

const IS_TEST = /\.test\.tsx?$/;
/** The tests of these run what is in `dist`. */
const RUNS_DIST =
  /^test\/((web|widget|journeys|scripts)\/|adapters\/documents|http\/(document-files|uploads))/;

/**
 * The test files near a change: those that import a changed file, or a file that does. Beyond that distance
 * almost every test reaches almost every file, by way of the composition.
 */
export function testsNear(changed: readonly string[]): string[] {
  const paths = globSync('{src,functions,widget,scripts,bench,test}/**/*.{ts,tsx}', { cwd: ROOT });
  const files = paths.map((path) => path.replaceAll('\\', '/'));
  const imports = importsOf(
    files.map((path) => ({ path, text: readFileSync(`${ROOT}/${path}`, 'utf8') })),
    { lazy: true },
  );
  const importersOf = (some: ReadonlySet<string>) =>
    files.filter((path) => imports.get(path)?.some((imported) => some.has(imported)) === true);
  const reached = new Set(changed);
  for (let distance = 1; distance <= 2; distance++) for (const one of importersOf(reached)) reached.add(one);
  return files.filter((path) => IS_TEST.test(path) && reached.has(path)).toSorted();
}

/** What differs from the commit at which this branch left another one, committed or not. */
function changedSince(branch: string): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean);
  const [base = branch] = git('merge-base', branch, 'HEAD');
  return [
    ...git('diff', '--name-only', '--diff-filter=d', base),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
}

function run(...command: string[]): void {
  const { status } = spawnSync('npx', command, { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

if (import.meta.main) {
  const all = process.argv.includes('--all');
  const branch = process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? 'main';
  const changed = changedSince(branch);
  const files = filesToTest(changed);
  const near = testsNear(files);
  const isInDist = changed.some((path) => IN_DIST.test(path));
  if (isInDist && (all || near.some((path) => RUNS_DIST.test(path)))) run('node', 'scripts/build.ts');
  if (all && files.length > 0) run('vitest', 'related', '--run', ...files);
  if (!all && near.length > 0) run('vitest', 'run', ...near);
}
