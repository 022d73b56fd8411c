import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { AGAINST_THREATS } from '../../scripts/defences.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const documents = globSync('{*.md,docs/**/*.md}', { cwd: ROOT }).toSorted();

/** The anchors of a document’s headings, as GitHub makes them. */
function anchorsOf(path: string): Set<string> {
  const headings = read(path)
    .replaceAll(/^```[\s\S]*?^```/gm, '')
    .matchAll(/^#+ (.+)$/gm);
  const anchors = new Set<string>();
  for (const [, heading = ''] of headings) {
    const plain = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = plain.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(/\s/g, '-');
    let unique = anchor;
    for (let count = 1; anchors.has(unique); count++) unique = `${anchor}-${count}`;
    anchors.add(unique);
  }
  return anchors;
}

/** Folders whose files are named from the root of the project. */
const FROM_ROOT =
  /`((?:\.github|bench|docs|functions|infra|knowledge|scripts|src|test|widget)\/[\w./*{},-]*\w\.\w+)`/g;

describe.each(documents)('%s', (document) => {
  const text = read(document);

  test('names only files that exist', () => {
    const named = Array.from(text.matchAll(FROM_ROOT), ([, path = '']) => path);
    expect(named.filter((path) => globSync(path, { cwd: ROOT }).length === 0)).toEqual([]);
  });

  test('links only to files that exist', () => {
    const linked = Array.from(text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g), ([, path = '']) => path);
    expect(linked.filter((path) => !existsSync(join(ROOT, dirname(document), path)))).toEqual([]);
  });

  test('links only to headings that exist', () => {
    const linked = text.matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)#([^)\s]+)\)/g);
    const missing = Array.from(linked, ([, path = '', anchor = '']) => ({ path, anchor })).filter(
      ({ path, anchor }) => !anchorsOf(path === '' ? document : join(dirname(document), path)).has(anchor),
    );
    expect(missing).toEqual([]);
  });

  test('refers only to chapters that exist', () => {
    const sent = text.matchAll(/\(?`?(docs\/[\w-]+\.md)`?, ([A-Z][^).,;:]+)/g);
    for (const [, path = '', chapter = ''] of sent) {
      const found = read(path)
        .toLowerCase()
        .includes(`# ${chapter.trim().replaceAll('\n', ' ').toLowerCase()}`);
      expect([path, chapter, found]).toEqual([path, chapter, true]);
    }
  });
});

/** The chapters that comments of the code send the reader to, each as `[file, document, chapter]`. */
const cited = globSync('{src,functions,widget,test,scripts,infra,sim,bench}/**/*.{ts,tsx,bicep}', {
  cwd: ROOT,
})
  .toSorted()
  .flatMap((file) => {
    const comments = read(file).replaceAll(/\n\s*(?:\*|\/\/) ?/g, ' ');
    const sent = comments.matchAll(/(docs\/[\w/-]+\.md), ([A-Z][^).,;:`'\n]+)/g);
    return Array.from(sent, ([, document = '', chapter = '']) => [file, document, chapter.trim()] as const);
  });

test('comments in the code refer only to chapters that exist', () => {
  expect(cited.length).toBeGreaterThan(50);
  const hasChapter = (document: string, chapter: string) =>
    read(document).toLowerCase().includes(`# ${chapter.toLowerCase()}`);
  expect(cited.filter(([, document, chapter]) => !hasChapter(document, chapter))).toEqual([]);
});

/** The rows of the tables of attacks: each with its attack, its defence and its tests. */
const threats = read('docs/security.md')
  .split('\n')
  .filter((line) => line.startsWith('|') && !/^\| (attack|-)/.test(line))
  .map((row) => {
    const [threat = '', defence = '', tests = ''] = row
      .split('|')
      .slice(1)
      .map((cell) => cell.trim());
    return {
      threat,
      defence,
      tests: Array.from(tests.matchAll(/`(test\/[^`]+)`/g), ([, path = '']) => path),
    };
  });

test('every threat in docs/security.md has a defense and a test', () => {
  expect(threats.length).toBeGreaterThan(25);
  expect(threats.filter(({ defence, tests }) => defence === '' || tests.length === 0)).toEqual([]);
});

test.each(AGAINST_THREATS.map(({ what, tests }) => [what, tests] as const))(
  '%s: the table of threats names the test that fails without the defense',
  (what, tests) => {
    const rows = threats.filter(({ threat }) => threat.startsWith(what));
    expect(rows.map((row) => row.tests.filter((path) => tests.includes(path)).length)).toEqual([
      expect.toSatisfy((count: number) => count > 0),
    ]);
  },
);

test('docs/security.md has threats from visitors, sites, agents, admins, the publisher and the model', () => {
  for (const source of ['visitor', 'site', 'agent', 'admin', 'publisher', 'model']) {
    expect(threats.some(({ threat }) => threat.toLowerCase().includes(source))).toBe(true);
  }
});

test('every alert has an entry in the runbook, and every entry has an alert', () => {
  const bicep = ['modules/alerts', 'modules/availability', 'modules/model-retirement', 'main']
    .map((file) => read(`infra/${file}.bicep`))
    .join('\n');
  const declared = [
    ...Array.from(bicep.matchAll(/\{ name: '([\w-]+)', metric: /g), ([, name]) => name),
    ...Array.from(
      bicep.matchAll(/^ {2,4}(?:name|budgetName): '(away|budget|model-retires)-chat-/gm),
      ([, name]) => name,
    ),
  ];
  const runbook = read('docs/operations.md');
  const entries = Array.from(runbook.matchAll(/^\*\*`([\w-]+)`: /gm), ([, name]) => name);
  expect(
    bicep.match(/'Microsoft\.(Insights\/(metricAlerts|scheduledQueryRules)|Consumption\/budgets)@/g),
  ).toHaveLength(4);
  expect(entries.toSorted()).toEqual(declared.toSorted());
  const [, codes = ''] = /type WarningCode =([^;]+);/.exec(read('src/ports/telemetry.ts')) ?? [];
  expect(codes).not.toBe('');
  for (const [, code = ''] of codes.matchAll(/'([\w-]+)'/g)) expect(runbook).toContain(`| \`${code}\``);
});
