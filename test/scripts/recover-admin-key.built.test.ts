import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const SCRIPT = join(import.meta.dirname, '../../scripts/recover-admin-key.ts');
const VAULT = '/subscriptions/s/resourceGroups/chat/providers/Microsoft.KeyVault/vaults/kv-chat-abc';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recover-'));
  await mkdir(join(folder, 'bin'));
  await mkdir(temporary());
});
afterEach(() => rm(folder, { recursive: true }));

/** An Azure CLI that writes down how it was called, keeps what it was given, and answers. */
async function anAz({ vaults = VAULT, putStatus = 0 } = {}): Promise<void> {
  const path = join(folder, 'bin/az');
  const script = `#!/bin/sh
echo "$@" >> '${folder}/calls'
if [ "$1" = keyvault ]; then printf '%s\\n' '${vaults}'; exit 0; fi
while [ "$1" != --body ]; do shift; done
cat "\${2#@}" > '${folder}/body'
ls -l "\${2#@}" > '${folder}/mode'
[ ${putStatus} = 0 ] || echo 'Forbidden' >&2
exit ${putStatus}
`;
  await writeFile(path, script);
  await chmod(path, 0o755);
}

/** A folder for the key whose path has a space, as on Windows. */
const temporary = () => join(folder, 'a tmp');

function run(...parameters: string[]) {
  return runNode([SCRIPT, ...parameters]);
}
function runNode(parameters: readonly string[]) {
  return spawnSync(process.execPath, parameters, {
    encoding: 'utf8',
    env: { PATH: `${join(folder, 'bin')}:/usr/bin:/bin`, TMPDIR: temporary(), TEMP: temporary() },
  });
}

/** The shell of Windows, which splits at spaces outside of double quotes and interprets `&|<>^` there. */
async function aCommandPrompt(): Promise<void> {
  const path = join(folder, 'bin/cmd.exe');
  const script = `#!${process.execPath}
const [, , d, s, c, line] = process.argv;
const [, command] = /^"(.*)"$/.exec(line);
const words = Array.from(command.matchAll(/"([^"]*)"|([^ "]+)/g), ([, quoted, bare]) => quoted ?? bare);
const bare = command.replace(/"[^"]*"/g, '');
if ([d, s, c].join(' ') !== '/d /s /c' || /[&|<>^]/.test(bare)) process.exit(9);
const { spawnSync } = require('node:child_process');
const { status, stdout } = spawnSync(words[0], words.slice(1), { stdio: ['ignore', 'pipe', 'inherit'] });
process.stdout.write(stdout.toString().replaceAll('\\n', '\\r\\n'));
process.exit(status ?? 1);
`;
  await writeFile(path, script);
  await chmod(path, 0o755);
}
const AS_WINDOWS = "data:text/javascript,Object.defineProperty(process, 'platform', { value: 'win32' })";
const written = async (name: string) => readFile(join(folder, name), 'utf8');

test('a new key is written to the vault of the resource group and printed once', async () => {
  await anAz();
  const { status, stdout } = run('--resource-group', 'chat');
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^[0-9a-f]{48}\n$/)]);
  expect(JSON.parse(await written('body'))).toEqual({ properties: { value: stdout.trim() } });
  const [, put] = (await written('calls')).trim().split('\n');
  expect(put).toContain(`rest --method put --url ${VAULT}/secrets/admin-key?api-version=`);
});

test('the key is passed only in a file of the user, which is deleted afterwards', async () => {
  await anAz();
  const { stdout, stderr } = run('--vault', VAULT);
  expect(await written('calls')).not.toContain(stdout.trim());
  expect(stderr).not.toContain(stdout.trim());
  expect(await written('mode')).toMatch(/^-rw-------/);
  expect(await readdir(temporary())).toEqual([]);
});

test('on Windows the key is written in the same way, by the command prompt', async () => {
  await anAz();
  await aCommandPrompt();
  const { status, stdout, stderr } = runNode([
    ...['--import', AS_WINDOWS, SCRIPT],
    ...['--resource-group', 'chat (production)'],
  ]);
  expect([status, stdout, stderr]).toEqual([
    0,
    expect.stringMatching(/^[0-9a-f]{48}\n$/),
    expect.stringContaining('only time'),
  ]);
  expect(JSON.parse(await written('body'))).toEqual({ properties: { value: stdout.trim() } });
  const [list, put] = (await written('calls')).trim().split('\n');
  expect(list).toContain("--resource-group chat (production) --query [?starts_with(name, 'kv-chat-')].id");
  expect(put).toContain(`rest --method put --url ${VAULT}/secrets/admin-key?api-version=`);
  expect(stderr).not.toContain('DeprecationWarning');
});

test('a key that could not be written is not shown', async () => {
  await anAz({ putStatus: 1 });
  const { status, stdout, stderr } = run('--vault', VAULT);
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain('Forbidden');
  expect(await readdir(temporary())).toEqual([]);
});

test.each([
  ['none', ''],
  ['two', `${VAULT}\n${VAULT}2`],
])(
  'a resource group with %s of the vaults is refused with the option to name the vault',
  async (_count, vaults) => {
    await anAz({ vaults });
    const { status, stdout, stderr } = run('--resource-group', 'chat');
    expect([status, stdout, stderr]).toEqual([1, '', expect.stringContaining('--vault <id>')]);
  },
);

test('without the Azure CLI or a deployment, the script says what it requires', () => {
  expect(run('--resource-group', 'chat').stderr).toContain('The Azure CLI was not found');
  expect(run()).toMatchObject({ status: 1, stderr: expect.stringContaining('--resource-group') });
});
