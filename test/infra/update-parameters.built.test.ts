import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { withLiveSettings } from '../../scripts/infra/live-settings.ts';
import { bicepFile } from './support/bicep.ts';

const SCRIPT = join(import.meta.dirname, '../../scripts/infra/update-parameters.ts');
const known = new Set(bicepFile('main.bicep').params.keys());
const deployed = {
  allowedOrigins: 'https://a.example',
  retentionDays: 0,
  planId: 'start',
  telemetryDailyCapGb: 3,
  publicHosts: '',
  extraSettings: { SEAT_WINDOW_DAYS: '7', LOG_LEVEL: 'quiet' },
};
const unchanged = {
  ALLOWED_ORIGINS: 'https://a.example',
  RETENTION_DAYS: '0',
  PLAN_ID: 'start',
  PUBLIC_HOSTS: '',
  SEAT_WINDOW_DAYS: '7',
  LOG_LEVEL: 'quiet',
  COSMOS_ENDPOINT: 'https://cosmos.example',
  AzureWebJobsStorage__accountName: 'st',
};

describe('the parameters of an update', () => {
  test('are those of the deployment if no setting was changed', () => {
    expect(withLiveSettings(deployed, unchanged, known)).toEqual({
      parameters: deployed,
      changes: [],
      lost: [],
    });
  });

  test.each([
    ['ALLOWED_ORIGINS', 'https://b.example', 'allowedOrigins', 'https://b.example'],
    ['RETENTION_DAYS', '90', 'retentionDays', 90],
    ['IDP_APP_CLIENT_ID', 'an id', 'idpAppClientId', 'an id'],
    ['PUBLIC_HOSTS', 'chat.example.com', 'publicHosts', 'chat.example.com'],
    ['LOG_LEVEL', 'normal', 'extraSettings', { SEAT_WINDOW_DAYS: '7', LOG_LEVEL: 'normal' }],
    ['MODEL_INPUT_PRICE', '0.2', 'modelPrices', { input: '0.2' }],
    ['ATTACHMENTS', 'true', 'extraSettings', { ...deployed.extraSettings, ATTACHMENTS: 'true' }],
    [
      'AzureWebJobs.sessionsExportNdjson.Disabled',
      'true',
      'extraSettings',
      { ...deployed.extraSettings, 'AzureWebJobs.sessionsExportNdjson.Disabled': 'true' },
    ],
  ])('keep %s as the customer has set it to %s', (setting, value, name, kept) => {
    const merged = withLiveSettings(deployed, { ...unchanged, [setting]: value }, known);
    expect(merged.parameters).toEqual({ ...deployed, [name]: kept });
    expect(merged.changes).toEqual([expect.objectContaining({ name, live: kept })]);
    expect(merged.lost).toEqual([]);
  });

  test('omit a further setting that the customer has removed', () => {
    const { LOG_LEVEL: _, ...live } = unchanged;
    expect(withLiveSettings(deployed, live, known).parameters['extraSettings']).toEqual({
      SEAT_WINDOW_DAYS: '7',
    });
  });

  test('omit a price that the customer has removed', () => {
    const priced = { ...deployed, modelPrices: { input: '0.2', cachedInput: '', output: '1.2' } };
    const live = { ...unchanged, MODEL_OUTPUT_PRICE: '1.5', MODEL_CACHED_INPUT_PRICE: '' };
    expect(withLiveSettings(priced, live, known).parameters['modelPrices']).toEqual({
      input: '',
      cachedInput: '',
      output: '1.5',
    });
  });

  test('never contain a key, and the settings that an update removes are listed', () => {
    const live = {
      ...unchanged,
      ADMIN_KEY: 'a secret key',
      'AzureWebJobs.chat.Own': 'true',
      AzureWebJobsOwn: '1',
      OWN: '1',
      WEBSITE_TIME_ZONE: 'UTC',
      PLAN_ID: 'growth',
      RETENTION_DAYS: 'x',
    };
    const merged = withLiveSettings(deployed, live, known);
    expect(merged).toEqual({
      parameters: deployed,
      changes: [],
      lost: [
        'ADMIN_KEY',
        'AzureWebJobs.chat.Own',
        'AzureWebJobsOwn',
        'OWN',
        'PLAN_ID',
        'RETENTION_DAYS',
        'WEBSITE_TIME_ZONE',
      ],
    });
  });

  test('contain no parameter that the new template does not accept, and no package address', () => {
    const older = { ...deployed, jitAccessPolicy: {}, _artifactsLocation: 'https://x.example/' };
    expect(withLiveSettings(older, unchanged, known).parameters).toEqual(deployed);
  });

  test('omit settings that the template sets by another parameter', () => {
    const live = {
      ...unchanged,
      EVENT_GRID_TOPIC_ENDPOINT: 'https://t.example',
      EMAIL_ENDPOINT: 'https://e.example',
      EMAIL_FROM: 'chat@mail.example',
      KNOWLEDGE_PROMPT_TOKENS: '2000',
    };
    const others = {
      ...deployed,
      eventGridTopicId: '/an/id',
      emailDomain: 'mail.example',
      modelCapacity: 10,
    };
    expect(withLiveSettings(others, live, known).changes).toEqual([]);
  });

  test.each([
    [199, {}],
    [200, { KNOWLEDGE_PROMPT_TOKENS: '2000' }],
  ])('keep the number of document tokens only from a capacity of 200: %i', (modelCapacity, kept) => {
    const given = { ...deployed, modelCapacity };
    const live = { ...unchanged, KNOWLEDGE_PROMPT_TOKENS: '2000' };
    expect(withLiveSettings(given, live, known).parameters['extraSettings']).toEqual({
      ...deployed.extraSettings,
      ...kept,
    });
  });
});

describe('the update script', () => {
  let folder: string;
  const given = (values: object) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { type: 'String', value }]));
  const deployment = (timestamp: string, parameters: object) => ({
    name: 'main',
    properties: { timestamp, provisioningState: 'Succeeded', parameters: given(parameters) },
  });

  /** Stands for the Azure CLI: answers from files, and writes down what it is asked for. */
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'update-'));
    const { planId, ...fromTheWizard } = deployed;
    const answers = {
      group: { managedBy: '/subscriptions/s/resourceGroups/g/providers/Microsoft.Solutions/applications/a' },
      managedapp: { parameters: given({ ...fromTheWizard, planId, alertEmail: 'ops@example.com' }) },
      deployment: [
        deployment('2026-07-01T10:00:00Z', deployed),
        deployment('2026-09-01T10:00:00Z', { ...deployed, telemetryDailyCapGb: 5 }),
        deployment('2026-10-01T10:00:00Z', { appName: 'of a module' }),
      ],
      functionapp: [{ name: 'func-chat-x' }],
      settings: Object.entries({ ...unchanged, RETENTION_DAYS: '90', ADMIN_KEY: 'a secret key' }).map(
        ([name, value]) => ({ name, value, slotSetting: false }),
      ),
    };
    for (const [name, answer] of Object.entries(answers)) {
      await writeFile(join(folder, `${name}.json`), JSON.stringify(answer));
    }
    await writeFile(
      join(folder, 'az'),
      `#!/bin/sh\necho "$@" >> ${folder}/calls\ncase "$*" in *appsettings*) cat ${folder}/settings.json ;; *) cat ${folder}/$1.json ;; esac\n`,
    );
    await chmod(join(folder, 'az'), 0o755);
  });
  afterEach(() => rm(folder, { recursive: true }));

  const run = (...parameters: string[]) =>
    spawnSync(process.execPath, [SCRIPT, ...parameters], {
      encoding: 'utf8',
      env: { PATH: `${folder}:/usr/bin:/bin` },
    });

  test('prints the changes, and writes no file', async () => {
    const { stdout, status } = run('--resource-group', 'mrg-chat');
    expect(status).toBe(0);
    expect(stdout).toContain('  retentionDays: 0 -> 90\n');
    expect(stdout).toContain('the update removes or resets them: ADMIN_KEY\n');
    expect(stdout).toContain('Nothing was written.');
    expect(stdout).not.toContain('a secret key');
    const calls = await readFile(join(folder, 'calls'), 'utf8');
    expect(calls.split('\n').filter((call) => !/ (?:list|show) /.test(call))).toEqual(['']);
  });

  test('writes a parameter file with --out, from the application, its last deployment and the live settings', async () => {
    const out = join(folder, 'update.parameters.json');
    expect(run('--resource-group', 'mrg-chat', '--out', out)).toMatchObject({ status: 0 });
    const { parameters } = JSON.parse(await readFile(out, 'utf8')) as { parameters: unknown };
    expect(parameters).toEqual(
      Object.fromEntries(
        Object.entries({
          ...deployed,
          alertEmail: 'ops@example.com',
          telemetryDailyCapGb: 5,
          retentionDays: 90,
        }).map(([name, value]) => [name, { value }]),
      ),
    );
  });

  test.each([
    [[], 'Name the group'],
    [['--resource-group', 'other'], 'is it the managed group?'],
  ])('with %j stops and says why', async (parameters, reason) => {
    await writeFile(join(folder, 'deployment.json'), '[]');
    await writeFile(join(folder, 'group.json'), '{}');
    expect(run(...parameters)).toMatchObject({ status: 1, stderr: expect.stringContaining(reason) });
  });
});
