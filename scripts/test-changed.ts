import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { importsOf } from '../test/import-rules.ts';

const ROOT = dirname(import.meta.dirname);

/** The tests of pages, by changed page or for the shared kit. */
const PAGES: readonly [changed: RegExp, by: string][] = [
  [/^src\/web\/dashboard\//, 'test/web/{dashboard-*,layout-shift,page-headers,renders}{,.*}.test.ts'],
  [/^src\/web\/desk\//, 'test/web/{desk-*,long-thread,page-headers,renders,thread-rest}{,.*}.test.ts'],
  [/^src\/web\/desk\//, 'test/journeys/{desk-break,handoff}{,.*}.test.ts'],
  [/^src\/web\/setup\//, 'test/web/{setup*,activity-feed,page-headers}{,.*}.test.ts'],
  [/^src\/web\/(?!(dashboard|desk|setup|widget-frame|demo)\/)/, 'test/web/*.test.ts'],
  [/^(widget|src\/web\/(widget-frame|demo))\//, 'test/widget/support/site.ts'],
];

/** The tests of services over HTTP, which reach them through the composition. */
const SERVICES: readonly [changed: RegExp, by: string][] = [
  [/^src\/services\/actions\//, 'test/http/{action-*,actions,proposals}{,.*}.test.ts'],
  [/^src\/services\/admin\//, 'test/http/{admin-*,model-cost,questions,team-report}{,.*}.test.ts'],
  [/^src\/services\/assistants\//, 'test/http/{assistant*,added-answers,answer-*}{,.*}.test.ts'],
  [/^src\/services\/assistants\//, 'test/http/{document-files,evaluation*,search-by-meaning}{,.*}.test.ts'],
  [/^src\/services\/chat\//, 'test/http/{chat*,answer-*,attachments,availability*,contact}{,.*}.test.ts'],
  [/^src\/services\/chat\//, 'test/http/{left-message,rating,re*,visitor-session}{,.*}.test.ts'],
  [/^src\/services\/desk\//, 'test/http/{agent-*,closed-chats}{,.*}.test.ts'],
  [/^src\/services\/email\//, 'test/http/{contact,email,left-message}{,.*}.test.ts'],
  [/^src\/services\/knowledge\//, 'test/http/{assistants,website-*}{,.*}.test.ts'],
  [/^src\/services\/notifications\//, 'test/http/{activity-feed,dead-letters,desk-links}{,.*}.test.ts'],
  [/^src\/services\/notifications\//, 'test/http/{teams-channel,workflow-faults}{,.*}.test.ts'],
  [/^src\/services\/platform\//, 'test/http/{collab-*,component-problems,health,model-health}{,.*}.test.ts'],
  [/^src\/services\/platform\//, 'test/http/{rate-limits,uploads}{,.*}.test.ts'],
  [/^src\/services\/reports\//, 'test/http/{plan,control-plane*}{,.*}.test.ts'],
  [/^src\/services\/widgets\//, 'test/http/{site-identity,visitor-*,widget*,own-origin}{,.*}.test.ts'],
  [/^src\/http\//, 'test/http/{admin-sweep,boundary,head,hidden-address,page-files}{,.*}.test.ts'],
];

/** Files that tests read from `dist` or as text, or reach indirectly, with those tests or support files. */
const READERS: readonly [changed: RegExp, by: string][] = [
  ...PAGES,
  ...SERVICES,
  // The suites of `test/contracts` run there, on both stores.
  [/^src\/(adapters\/store|ports)\//, 'test/adapters/store-*.test.ts'],
  [/^src\/adapters\/documents\//, 'test/adapters/documents-*.test.ts'],
  [/^src\/adapters\/website\//, 'test/adapters/website-*.test.ts'],
  [/^(infra|\.github)\//, 'test/infra/*.test.ts'],
  [/^(docs\/|README|CONTRIBUTING)/, 'test/docs/*.test.ts'],
  [/^(src|functions|widget|scripts|test)\//, 'test/architecture.test.ts'],
];

/** The changed files, and files that read one of them without an import. */
export function filesToTest(changed: readonly string[]): string[] {
  const readers = READERS.flatMap(([pattern, by]) =>
    changed.some((path) => pattern.test(path)) ? globSync(by, { cwd: ROOT }) : [],
  );
  return [...new Set([...changed.filter((path) => /\.(tsx?|js)$/.test(path)), ...readers])];
}

const IS_TEST = /\.test\.tsx?$/;

/**
 * The test files near a change: those that import a changed file directly or through one other file. Farther
 * away almost every test reaches almost every file.
 */
export function testsNear(changed: readonly string[]): string[] {
  const paths = globSync('{src,functions,widget,scripts,sim,bench,test}/**/*.{ts,tsx}', { cwd: ROOT });
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

/** Files that differ from the commit at which this branch left `branch`, committed or not. */
function changedSince(branch: string): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean);
  const [base = branch] = git('merge-base', branch, 'HEAD');
  return [
    ...git('diff', '--name-only', '--diff-filter=d', base),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
}

function vitest(...command: string[]): void {
  const { status } = spawnSync('npx', ['vitest', ...command], { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

if (import.meta.main) {
  const all = process.argv.includes('--all');
  const branch = process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? 'main';
  const changed = changedSince(branch);
  const files = filesToTest(changed);
  const near = testsNear(files);
  if (all && files.length > 0) vitest('related', '--run', ...files);
  if (!all && near.length > 0) vitest('run', ...near);
}
