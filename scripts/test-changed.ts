import { execFileSync, spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { dirname } from 'node:path';

const ROOT = dirname(import.meta.dirname);

/** What tests run from `dist` or read as files, without an import, and who does: tests or their support. */
const READ_BY: readonly [changed: RegExp, by: string][] = [
  [/^(widget|src\/web\/(widget-frame|demo))\//, 'test/widget/support/site.ts'],
  [/^src\/web\//, 'test/web/{*.test.ts,support/office.ts}'],
  [/^(infra|\.github)\//, 'test/infra/*.test.ts'],
  [/^(docs\/|README|CONTRIBUTING)/, 'test/docs/*.test.ts'],
  [/^(src|functions|widget|scripts|test)\//, 'test/architecture.test.ts'],
];
const IN_DIST = /^(src|functions|widget|knowledge)\/|^package\.json$/;

/** The files whose tests a change can break: the changed ones, and those that read one without an import. */
export function filesToTest(changed: readonly string[]): string[] {
  const readers = READ_BY.flatMap(([pattern, by]) =>
    changed.some((path) => pattern.test(path)) ? globSync(by, { cwd: ROOT }) : [],
  );
  return [...new Set([...changed.filter((path) => /\.(tsx?|js)$/.test(path)), ...readers])];
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
  const changed = changedSince(process.argv[2] ?? 'main');
  const files = filesToTest(changed);
  if (changed.some((path) => IN_DIST.test(path))) run('node', 'scripts/build.ts');
  if (files.length > 0) run('vitest', 'related', '--run', ...files);
}
