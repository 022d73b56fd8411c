import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MAX_COLUMNS, riddles } from '../../scripts/eslint-rules/plain-words.ts';

const root = join(import.meta.dirname, '../..');

/** Every line of a Markdown text that has a word of the list, without code blocks and inline code. */
function riddlesIn(path: string, text: string): string[] {
  const prose = text
    .replaceAll(/^```[\s\S]*?^```/gm, (block) => '\n'.repeat(block.split('\n').length - 1))
    .replaceAll(/`[^`\n]*`/g, '');
  return prose
    .split('\n')
    .flatMap((line, index) =>
      riddles(line).map(({ word, advice }) => `${path}:${index + 1} not "${word}": ${advice}`),
    );
}

test('a riddle is found by its line, but not in code', () => {
  const text = 'Plain.\n\n```sh\necho nobody\n```\n\nAsk `nobody`, or whoever is there.';
  expect(riddlesIn('a.md', text)).toEqual([
    'a.md:7 not "whoever": name the part of the system: "the caller", "no agent"',
  ]);
});

test('the documents are in plain words', () => {
  const paths = globSync(['*.md', 'docs/**/*.md', 'bench/answers/product/*.md'], { cwd: root });
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.flatMap((path) => riddlesIn(path, readFileSync(join(root, path), 'utf8')))).toEqual([]);
});

const CONFIGURATION = ['infra/**/*.{bicep,bicepparam,yaml}', 'azure.yaml', '.github/**/*.yml'];
const linesOf = (path: string) => readFileSync(join(root, path), 'utf8').split('\n');

test('templates, their wizard and the workflows are in plain words', () => {
  const paths = globSync([...CONFIGURATION, 'infra/marketplace/*.json'], { cwd: root });
  expect(paths.length).toBeGreaterThan(30);
  const found = paths.flatMap((path) =>
    linesOf(path).flatMap((line, at) => riddles(line).map(({ word }) => `${path}:${at + 1} ${word}`)),
  );
  expect(found).toEqual([]);
});

test('a comment line there is as wide as one in code', () => {
  const found = globSync(CONFIGURATION, { cwd: root }).flatMap((path) =>
    linesOf(path).flatMap((line, at) =>
      /^\s*(?:\/\/|#)/.test(line) && line.length > MAX_COLUMNS && !line.includes('://')
        ? [`${path}:${at + 1}`]
        : [],
    ),
  );
  expect(found).toEqual([]);
});
