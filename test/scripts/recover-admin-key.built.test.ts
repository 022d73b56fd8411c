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
  await mkdir(join(folder, 'tmp'));
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

function run(...parameters: string[]) {
  return spawnSync(process.execPath, [SCRIPT, ...parameters], {
    encoding: 'utf8',
    env: { PATH: `${join(folder, 'bin')}:/usr/bin:/bin`, TMPDIR: join(folder, 'tmp') },
  });
}
const written = async (name: string) => readFile(join(folder, name), 'utf8');

test('a new key is written into the vault of the resource group and printed once', async () => {
  await anAz();
  const { status, stdout } = run('--resource-group', 'chat');
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^[0-9a-f]{48}\n$/)]);
  expect(JSON.parse(await written('body'))).toEqual({ properties: { value: stdout.trim() } });
  const [, put] = (await written('calls')).trim().split('\n');
  expect(put).toContain(`rest --method put --url ${VAULT}/secrets/admin-key?api-version=`);
});

test('the key is in no argument, in a file of this user alone, and nowhere afterwards', async () => {
  await anAz();
  const { stdout, stderr } = run('--vault', VAULT);
  expect(await written('calls')).not.toContain(stdout.trim());
  expect(stderr).not.toContain(stdout.trim());
  expect(await written('mode')).toMatch(/^-rw-------/);
  expect(await readdir(join(folder, 'tmp'))).toEqual([]);
});

test('a key that was not written is not shown', async () => {
  await anAz({ putStatus: 1 });
  const { status, stdout, stderr } = run('--vault', VAULT);
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain('Forbidden');
  expect(await readdir(join(folder, 'tmp'))).toEqual([]);
});

test.each([
  ['none', ''],
  ['two', `${VAULT}\n${VAULT}2`],
])('a group with %s of the vaults is not guessed at', async (_count, vaults) => {
  await anAz({ vaults });
  const { status, stdout, stderr } = run('--resource-group', 'chat');
  expect([status, stdout, stderr]).toEqual([1, '', expect.stringContaining('--vault <id>')]);
});

test('without the Azure CLI, or a deployment, it says what it needs', () => {
  expect(run('--resource-group', 'chat').stderr).toContain('The Azure CLI was not found');
  expect(run()).toMatchObject({ status: 1, stderr: expect.stringContaining('--resource-group') });
});
