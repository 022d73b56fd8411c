import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runAz } from './infra/azure-cli.ts';

/**
 * Makes a new admin key, writes it into the vault of a deployment and prints it once (docs/admin-key.md,
 * The admin key). It needs the Azure CLI, signed in as an identity that may change the vault as a resource.
 * It needs no right to read secrets, and does not read the old key.
 *
 *     node scripts/recover-admin-key.ts --resource-group chat
 */
const { values } = parseArgs({
  options: { 'resource-group': { type: 'string' }, vault: { type: 'string' } },
});
const { 'resource-group': resourceGroup, vault } = values;

/** The length of keys that the service creates, in bytes. */
const KEY_BYTES = 24;
const API_VERSION = '2026-02-01';

function az(...parameters: string[]): string {
  const { status, stdout, stderr, error } = runAz(parameters);
  if (error && 'code' in error && error.code === 'ENOENT') {
    throw new Error('The Azure CLI was not found: https://learn.microsoft.com/cli/azure.');
  }
  if (status !== 0) throw new Error(`az ${parameters.slice(0, 2).join(' ')} failed.\n${stderr.trim()}`);
  return stdout.trim();
}

/** The resource id of the deployment's vault. */
function vaultOf(group: string): string {
  const query = "[?starts_with(name, 'kv-chat-')].id";
  const found = az('keyvault', 'list', '--resource-group', group, '--query', query, '--output', 'tsv');
  const ids = found.split(/\r?\n/).filter((id) => id !== '');
  const [id] = ids;
  if (id === undefined || ids.length > 1) {
    throw new Error(`${group} has ${ids.length} vaults of this service. Name one by its id: --vault <id>.`);
  }
  return id;
}

/** Passes the key in a file that only this user can read, because all processes can see arguments. */
function write(vaultId: string, key: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'admin-key-'));
  const body = join(folder, 'body.json');
  try {
    writeFileSync(body, JSON.stringify({ properties: { value: key } }), { mode: 0o600 });
    const url = `${vaultId}/secrets/admin-key?api-version=${API_VERSION}`;
    az('rest', '--method', 'put', '--url', url, '--body', `@${body}`, '--output', 'none');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

try {
  if (!vault && !resourceGroup) {
    throw new Error('Name the deployment: --resource-group <name>, or --vault <id>.');
  }
  const key = randomBytes(KEY_BYTES).toString('hex');
  write(vault ?? vaultOf(resourceGroup ?? ''), key);
  process.stdout.write(`${key}\n`);
  process.stderr.write(
    'This is the only time that the key is shown. The service takes it within 30 seconds: sign in with it and rotate.\n',
  );
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : 'It failed.'}\n`);
  process.exitCode = 1;
}
