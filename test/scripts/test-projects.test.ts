import { globSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importsOf } from '../import-rules.ts';
import {
  BROWSER,
  BROWSER_IN_CLOUD,
  BUILT,
  CLOUD_PROCESS,
  FALLBACK,
  OWN_PROCESS,
} from '../support/vitest/projects.ts';

const ROOT = join(import.meta.dirname, '../..');
const files = globSync('{src,functions,widget,scripts,sim,bench,test}/**/*.{ts,tsx}', { cwd: ROOT }).map(
  (path) => ({
    path: path.replaceAll('\\', '/'),
    text: readFileSync(join(ROOT, path), 'utf8'),
  }),
);
const imports = importsOf(files, { lazy: true });
const tests = files.filter(({ path }) => /\.test\.tsx?$/.test(path));

function reaches(path: string, target: string, seen = new Set<string>()): boolean {
  if (path === target) return true;
  if (seen.has(path)) return false;
  seen.add(path);
  return (imports.get(path) ?? []).some((imported) => reaches(imported, target, seen));
}

const isIn = (path: string, project: readonly string[]) => project.some((glob) => matchesGlob(path, glob));
const projectsOf = (path: string) =>
  [OWN_PROCESS, CLOUD_PROCESS, BROWSER_IN_CLOUD, BROWSER, BUILT].filter((project) => isIn(path, project));

describe('the projects of the tests', () => {
  test('each name files that are there, and no file is in two', () => {
    for (const glob of [
      ...OWN_PROCESS,
      ...CLOUD_PROCESS,
      ...BROWSER_IN_CLOUD,
      ...BROWSER,
      ...BUILT,
      ...FALLBACK,
    ]) {
      expect([glob, tests.some(({ path }) => matchesGlob(path, glob))]).toEqual([glob, true]);
    }
    expect(tests.map(({ path }) => path).filter((path) => projectsOf(path).length > 1)).toEqual([]);
  });

  test('a file that reaches the browser is in a project with one, and the others are not', () => {
    const withBrowser = [...BROWSER, ...BROWSER_IN_CLOUD, 'test/journeys/handoff-unreliable.test.ts'];
    const wrong = tests.filter(
      ({ path }) => reaches(path, 'test/support/browser/chromium.ts') !== isIn(path, withBrowser),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test('no file of the fast ones starts the built service or another process', () => {
    const fast = tests.filter(({ path }) => projectsOf(path).length === 0);
    const slow = fast.filter(
      ({ path, text }) =>
        reaches(path, 'test/support/service/process.ts') || /^import .*'node:child_process'/m.test(text),
    );
    expect(slow.map(({ path }) => path)).toEqual([]);
  });
});
