import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const paths = globSync(['docs/**/*.md', '*.md'], { cwd: root });
/** The blocks of commands that a reader copies into a shell. */
const blocks = paths.flatMap((path) =>
  Array.from(
    readFileSync(join(root, path), 'utf8').matchAll(/^ *```sh\n([^]*?)^ *```/gm),
    ([, text = '']) => ({
      path,
      text,
    }),
  ),
);
const lines = blocks.flatMap(({ path, text }) => text.split('\n').map((line) => `${path}: ${line.trim()}`));

test('no command ends in a comment, which an interactive zsh takes for arguments', () => {
  expect(blocks.length).toBeGreaterThan(20);
  expect(lines.filter((line) => /: [^#].*\s#\s/.test(line))).toEqual([]);
});

test('a comment is words alone, so that a shell that runs it does no harm', () => {
  expect(lines.filter((line) => /: #.*["'`$()<>|&;*?[\]]/.test(line))).toEqual([]);
});

test.each(blocks)('a shell can read the commands of $path that begin with $first', ({ text }) => {
  const filledIn = text.replace(/<[^<>\n]+>/g, 'value');
  const { status, stderr } = spawnSync('bash', ['-n'], { input: filledIn, encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
});
