import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { AREAS, importsOf } from '../test/import-rules.ts';

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

/** The tests of areas over HTTP, which reach them through the composition. */
const HTTP_TESTS: readonly [area: string, by: string][] = [
  ['platform', 'test/http/{rate-limits,uploads,switches}{,.*}.test.ts'],
  ['access', 'test/http/{admin-*,collab-*}{,.*}.test.ts'],
  ['availability', 'test/http/{availability*,hours*,agent-*}{,.*}.test.ts'],
  ['spending', 'test/http/{model-cost,chat*,wrong-price}{,.*}.test.ts'],
  ['publisher', 'test/http/{plan,control-plane*}{,.*}.test.ts'],
  ['conversations', 'test/http/{chat*,agent-*,contact,re*}{,.*}.test.ts'],
  ['conversations', 'test/http/{change-of-person,continuation,snooze,tags}{,.*}.test.ts'],
  ['notifications', 'test/http/{activity-feed,dead-letters,desk-links}{,.*}.test.ts'],
  ['notifications', 'test/http/{teams-channel,workflow-faults}{,.*}.test.ts'],
  ['websites', 'test/http/{assistants,search-by-meaning,website-*}{,.*}.test.ts'],
  ['knowledge', 'test/http/{assistants,search-by-meaning}{,.*}.test.ts'],
  ['assistants', 'test/http/{assistant*,added-answers,answer-*}{,.*}.test.ts'],
  ['assistants', 'test/http/{document-files,evaluation*,search-by-meaning}{,.*}.test.ts'],
  ['widgets', 'test/http/{site-identity,visitor-*,widget*,own-origin}{,.*}.test.ts'],
  ['widgets', 'test/http/{canned-values,change-of-person,default-widget,earlier-widget}{,.*}.test.ts'],
  ['actions', 'test/http/{action-*,actions,proposals}{,.*}.test.ts'],
  ['chat', 'test/http/{chat*,answer-*,attachments,availability*,contact}{,.*}.test.ts'],
  ['chat', 'test/http/{left-message,rat*,re*,visitor-session}{,.*}.test.ts'],
  ['desk', 'test/http/{agent-*,canned-values,closed-chats,continuation,snooze,tags}{,.*}.test.ts'],
  ['email', 'test/http/{change-of-person,contact,email*,left-message}{,.*}.test.ts'],
  ['operations', 'test/http/{component-problems,health,model-health}{,.*}.test.ts'],
  ['admin', 'test/http/{admin-*,model-cost,questions,team-report}{,.*}.test.ts'],
  ['admin', 'test/http/{service-settings,settings-transfer}{,.*}.test.ts'],
];

/**
 * The tests in the folders that mirror those of the sources; `$1` is the first group. They reach a service
 * through more files than `testsNear` follows, or start a script.
 */
const MIRRORS: readonly [changed: RegExp, by: string][] = [
  [new RegExp(`^src/(core|${AREAS.join('|')})/.*$`), 'test/$1/*.test.ts'],
  [/^src\/core\/seat-gate\.ts$/, 'test/http/{agent-claim,agent-seats,plan}{,.*}.test.ts'],
  [/^src\/core\/session-state-machine\.ts$/, 'test/http/agent-{claim,races,sessions}{,.*}.test.ts'],
  [/^src\/notifications\/rules\/deliveries\.ts$/, 'test/http/email*{,.*}.test.ts'],
  [/^scripts\/([\w-]+)\.\w+$/, 'test/scripts/$1{,-*,.*}.test.ts'],
  [/^functions\/.*$/, 'test/functions/*.test.ts'],
  [/^functions\/(\w+)\/([\w-]+)\.ts$/, 'test/http/{$1-*,$2,$2-*}{,.*}.test.ts'],
];

/** Files that tests read from `dist` or as text, or reach indirectly, with those tests or support files. */
const READERS: readonly [changed: RegExp, by: string][] = [
  ...PAGES,
  ...MIRRORS,
  ...HTTP_TESTS.map(([area, by]): [changed: RegExp, by: string] => [
    new RegExp(`^src/${area}/[^/]+\.ts$`),
    by,
  ]),
  [/^src\/http\//, 'test/http/{admin-sweep,boundary,head,hidden-address,page-files}{,.*}.test.ts'],
  // The suites of `test/contracts` run there, on both stores.
  [/^src\/(adapters\/store|ports)\//, 'test/adapters/store-*.test.ts'],
  [/^src\/adapters\/model\//, 'test/adapters/model*.test.ts'],
  [/^src\/adapters\/documents\//, 'test/adapters/documents-*.test.ts'],
  [/^src\/adapters\/website\//, 'test/adapters/website-*.test.ts'],
  [/^(infra|\.github)\//, 'test/infra/*.test.ts'],
  [/^(docs\/|README|CONTRIBUTING)/, 'test/docs/*.test.ts'],
  [/^(src|functions|widget|scripts|test)\//, 'test/architecture.test.ts'],
];

/** The changed files, and files that read one of them without an import. */
export function filesToTest(changed: readonly string[]): string[] {
  const readers = READERS.flatMap(([pattern, by]) =>
    changed
      .filter((path) => pattern.test(path))
      .flatMap((path) => globSync(by.includes('$') ? path.replace(pattern, by) : by, { cwd: ROOT })),
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
