import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collabManifest } from '../../src/access/collab-manifest.ts';
import { azureCliScript } from '../../src/web/setup/script.ts';
import { isComplete, SCOPE, setupValues, TEAMS_CLIENTS } from '../../src/web/setup/values.ts';

const ORIGIN = 'https://chat.example.com';
const IDS = {
  clientId: '11111111-2222-4333-8444-555555555555',
  tenantId: '66666666-7777-4888-8999-000000000000',
};

describe('the exact values of the setup', () => {
  test('are those that the app package and the token check expect', () => {
    const values = setupValues(ORIGIN, { ...IDS, clientId: ` ${IDS.clientId.toUpperCase()} ` });
    expect(values.redirectUris).toEqual([`${ORIGIN}/api/collab-tab`, `${ORIGIN}/api/collab-setup`]);
    const manifest = collabManifest({ host: values.host, clientId: values.clientId, appId: IDS.tenantId });
    expect(manifest).toMatchObject({
      webApplicationInfo: { id: values.clientId, resource: values.applicationIdUri },
    });
    expect(values).toMatchObject(IDS);
  });

  test('are incomplete without valid ids', () => {
    const { applicationIdUri, clientId, tenantId } = setupValues(ORIGIN, {
      clientId: 'nonsense',
      tenantId: '',
    });
    expect([applicationIdUri, clientId, tenantId].filter(isComplete)).toEqual([]);
  });
});

/**
 * Stands for the Azure CLI: writes down what it is asked for, and answers like a directory without the
 * application.
 */
const AZ = `#!/usr/bin/env bash
printf '%s\\0' "$@" >> "$CALLS"; printf '\\n' >> "$CALLS"
case "$*" in
  'account show'*) echo ${IDS.tenantId} ;;
  'ad app list'*) [ -z "\${EXISTS:-}" ] || echo ${IDS.clientId} ;;
  'ad app create'*) echo ${IDS.clientId} ;;
  'ad app show'*) echo object-id ;;
  'ad sp show'*) [ -n "\${EXISTS:-}" ] ;;
esac
exit $?
`;

describe('the script for the Azure CLI', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'az-'));
    await writeFile(join(folder, 'az'), AZ, { mode: 0o755 });
    await writeFile(
      join(folder, 'script.sh'),
      azureCliScript(setupValues(ORIGIN, { clientId: '', tenantId: '' })),
    );
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function run(directory: { EXISTS?: string }) {
    const calls = join(folder, 'calls');
    await writeFile(calls, '');
    const { stdout } = await promisify(execFile)('bash', [join(folder, 'script.sh')], {
      env: { CALLS: calls, PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}`, ...directory },
    });
    const lines = (await readFile(calls, 'utf8')).split('\0\n').filter(Boolean);
    return { stdout, calls: lines.map((line) => line.split('\0')) };
  }

  const bodies = (calls: string[][]) =>
    calls.filter(([first]) => first === 'rest').map((call): unknown => JSON.parse(call.at(-1) ?? ''));

  test('registers the application with exactly the values on the page', async () => {
    const { calls } = await run({});
    const [tokens, application, clients] = bodies(calls);
    // Before the identifier URI: Entra’s “Block custom identifier URIs” looks at the version.
    expect(tokens).toEqual({ api: { requestedAccessTokenVersion: 2 } });
    const values = setupValues(ORIGIN, IDS);
    expect(application).toEqual({
      identifierUris: [values.applicationIdUri],
      spa: { redirectUris: values.redirectUris },
      api: {
        oauth2PermissionScopes: [
          expect.objectContaining({ id: SCOPE.id, value: 'access_as_user', type: 'User', isEnabled: true }),
        ],
      },
    });
    expect(clients).toEqual({
      api: {
        preAuthorizedApplications: TEAMS_CLIENTS.map(([, appId]) => ({
          appId,
          delegatedPermissionIds: [SCOPE.id],
        })),
      },
    });
    expect(calls.map((call) => call.slice(0, 3).join(' '))).toContain('ad app create');
    expect(calls.map((call) => call.slice(0, 3).join(' '))).toContain('ad sp create');
  });

  test('creates nothing that exists when it runs again', async () => {
    const { calls } = await run({ EXISTS: '1' });
    const made = calls.filter((call) => call.includes('create'));
    expect(made).toEqual([]);
    expect(bodies(calls)).toHaveLength(3);
  });

  test('finds the application by its host, so that each deployment has its own', async () => {
    const { calls } = await run({});
    const { host } = new URL(ORIGIN);
    expect(calls).toContainEqual(
      expect.arrayContaining(['list', `identifierUris/any(uri:startswith(uri,'api://${host}/'))`]),
    );
    expect(calls).toContainEqual(
      expect.arrayContaining(['create', '--display-name', `Website chat (${host})`]),
    );
  });

  test('prints the ids for the page and changes no setting of the service', async () => {
    const { calls, stdout } = await run({});
    expect(stdout).toContain(`Application (client) ID: ${IDS.clientId}\n`);
    expect(stdout).toContain(`Directory (tenant) ID:   ${IDS.tenantId}\n`);
    expect(calls.flat()).not.toContain('functionapp');
  });

  test('uses a host name literally, whatever characters it contains', async () => {
    const script = azureCliScript({ host: "a'b$(touch x)`y`", redirectUris: ['https://h/"$(x)"'] });
    await writeFile(join(folder, 'odd.sh'), `${script.split('\n').slice(0, 8).join('\n')}\necho "$HOST"`);
    const env = { CALLS: join(folder, 'calls'), PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}` };
    const { stdout } = await promisify(execFile)('bash', [join(folder, 'odd.sh')], { env });
    expect(stdout).toBe("a'b$(touch x)`y`\n");
  });
});
