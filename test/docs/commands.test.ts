import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { commandLine, refusalOf } from '../fakes/command-line.ts';

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
/** Commands within sentences and tables; without an option it is only the name of a command. */
const inSentences = paths.flatMap((path) =>
  Array.from(
    readFileSync(join(root, path), 'utf8').matchAll(
      /`((?:az|azd) (?=[^`]*(?:--(?!cwd)|env [\w-]+ |&&))[^`…]+)`/g,
    ),
    ([, text = '']) => ({ path, text: text.replaceAll('\\|', '|') }),
  ),
);
const lines = blocks.flatMap(({ path, text }) => text.split('\n').map((line) => `${path}: ${line.trim()}`));

test('a machine without one of the shells tests the commands in another', () => {
  expect(installed.length).toBeGreaterThan(0);
});

test('no command ends in a comment, because an interactive zsh reads it as arguments', () => {
  expect(blocks.length).toBeGreaterThan(20);
  expect(lines.filter((line) => /: [^#].*\s#\s/.test(line))).toEqual([]);
});

test('a comment line contains no shell syntax, so that a shell that runs it does no harm', () => {
  expect(lines.filter((line) => /: #.*["'`$()<>|&;*?[\]]/.test(line))).toEqual([]);
});

/** Commands that delete something, or take the service off. */
const HARMFUL = /^az .*\b(?:delete|purge|stop)\b|^azd down|--request DELETE|^rm /;
/** Lines that may stand before one in its block: variables, and the loop that it is in. */
const PREPARING = /^(?:#|(?:export )?\w+=|while )/;

test('a command that deletes or stops something begins its block, so that its reader has looked before', () => {
  const late = blocks.flatMap(({ path, text }) => {
    const commands = text.split('\n').map((line) => line.trim());
    const at = commands.findIndex((line) => !PREPARING.test(line));
    return commands.slice(at + 1).flatMap((line) => (HARMFUL.test(line) ? [`${path}: ${line}`] : []));
  });
  expect(late).toEqual([]);
});

/** Shells of this machine, as they are when a reader pastes commands into them. */
const SHELLS = [
  ['bash', ['-s']],
  // An interactive zsh takes no comments.
  ['zsh', ['-f', '-i', '-s']],
] as const;
const installed = SHELLS.filter(([shell]) => spawnSync(shell, ['-c', ':']).status === 0);
for (const [shell] of SHELLS.filter((one) => !installed.includes(one))) {
  process.stdout.write(`${shell} is not installed, so the commands of the docs are not tested in it.\n`);
}
/** Variables that the pages set before they use them in sentences. */
const VARIABLES = {
  SERVICE: 'https://chat.example',
  ADMIN_KEY: 'key',
  group: 'chat',
  app: 'func-chat',
  model: '/id',
};
const filledIn = (text: string) => text.replace(/<[^<>\n]+>/g, 'value');

describe.each(installed)('in %s', (shell, options) => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'commands-'));
    // The folder into which the docs clone the project.
    mkdirSync(join(folder, 'chat'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test.each(blocks)('the commands of $path have valid syntax: $text', ({ text }) => {
    const { status, stderr } = spawnSync(shell, ['-n'], { input: filledIn(text), encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  });

  test('every command in a sentence is valid for az and azd', () => {
    const tools = commandLine(join(folder, 'bin'));
    const problems = inSentences.flatMap(({ path, text }) => {
      const before = tools.calls().length;
      const { status, stderr } = spawnSync(whereIs(shell), ['-c', filledIn(text)], {
        cwd: folder,
        encoding: 'utf8',
        env: { PATH: join(folder, 'bin'), HOME: folder, ...VARIABLES },
      });
      const refused = tools.calls().slice(before).map(refusalOf);
      return [status === 0 ? undefined : stderr, ...refused].filter(Boolean).map((one) => [path, text, one]);
    });
    expect(problems).toEqual([]);
    expect(inSentences.length).toBeGreaterThan(30);
  });

  test('every documented command is valid for az and azd', () => {
    const tools = commandLine(join(folder, 'bin'));
    for (const [path, ofPage] of Map.groupBy(blocks, (block) => block.path)) {
      const before = tools.calls().length;
      // From top to bottom in one shell, whose variables later blocks of the page use.
      const { stderr } = spawnSync(whereIs(shell), options, {
        cwd: folder,
        input: ofPage.map(({ text }) => filledIn(text)).join('\ncd "$HOME"\n'),
        encoding: 'utf8',
        env: { PATH: join(folder, 'bin'), HOME: folder, SERVICE: 'https://chat.example', ADMIN_KEY: 'key' },
      });
      const unknown = Array.from(stderr.matchAll(/command not found:? ?(\S*)/g), ([, name]) => name);
      expect([path, unknown.filter((name) => name !== '#')]).toEqual([path, []]);
      const refused = tools.calls().slice(before).map(refusalOf);
      expect([path, refused.filter((one) => one !== undefined)]).toEqual([path, []]);
    }
    expect(tools.calls().filter(([tool]) => tool === 'az').length).toBeGreaterThan(60);
  });
});

/** The path of a shell, for a process whose PATH has only the tools of the docs. */
function whereIs(shell: string): string {
  return spawnSync('sh', ['-c', `command -v ${shell}`], { encoding: 'utf8' }).stdout.trim();
}
