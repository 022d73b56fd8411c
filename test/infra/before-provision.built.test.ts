import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { budgetStart } from '../../scripts/infra/budget-start.ts';
import { choicesIn, refusalOf } from '../../scripts/infra/model-choices.ts';

const ROOT = join(import.meta.dirname, '../..');

describe('the start of a budget', () => {
  const nowMs = Date.parse('2026-11-26T14:00:00Z');
  test.each([
    ['is in this month for a new budget', { stored: '', existing: '' }, '2026-11-01'],
    [
      'is in this month if the stored start is of a budget that was never created',
      { stored: '2026-07-01', existing: '' },
      '2026-11-01',
    ],
    ['never changes while the budget exists', { stored: '', existing: '2026-07-01' }, '2026-07-01'],
    [
      'is the stored start if the group cannot be queried',
      { stored: '2026-07-01', existing: undefined },
      '2026-07-01',
    ],
    ['is in this month if no earlier start is known', { stored: '', existing: undefined }, '2026-11-01'],
  ])('%s', (_, facts, start) => {
    expect(budgetStart({ ...facts, nowMs })).toBe(start);
  });
});

const offered = [
  { kind: 'AIServices', model: { name: 'gpt-5.6-luna', version: '2026-07-09', skus: [] } },
  {
    kind: 'OpenAI',
    model: {
      name: 'gpt-5.6-luna',
      version: '2026-07-09',
      skus: [
        { name: 'DataZoneStandard', usageName: 'OpenAI.DataZoneStandard.gpt-5.6-luna' },
        { name: 'GlobalStandard', usageName: 'OpenAI.GlobalStandard.gpt-5.6-luna' },
        { name: 'GlobalBatch', usageName: 'OpenAI.GlobalBatch.gpt-5.6-luna' },
      ],
    },
  },
  {
    kind: 'OpenAI',
    model: {
      name: 'text-embedding-3-small',
      version: '1',
      skus: [{ name: 'GlobalStandard', usageName: 'OpenAI.GlobalStandard.text-embedding-3-small' }],
    },
  },
  { kind: 'OpenAI', model: { name: 'whisper', version: '001', skus: null } },
];
const quotas = [
  { name: { value: 'OpenAI.GlobalStandard.gpt-5.6-luna' }, limit: 250, currentValue: 230 },
  { name: { value: 'OpenAI.GlobalStandard.text-embedding-3-small' }, limit: 350, currentValue: 0 },
];

describe('the model choices of a region', () => {
  const choices = choicesIn(offered, quotas, ['gpt-5.6-luna']);

  test('are the known models with their deployment types and quota', () => {
    const luna = { name: 'gpt-5.6-luna', version: '2026-07-09' };
    expect(choices).toEqual([
      { ...luna, deploymentType: 'GlobalStandard', limit: 250, left: 20 },
      { ...luna, deploymentType: 'DataZoneStandard', limit: 0, left: 0 },
    ]);
  });

  test.each([
    ['GlobalStandard', '2026-07-09', 250, undefined],
    ['GlobalStandard', '2026-07-09', 251, 'is 250 thousand tokens a minute here, less than the 251'],
    ['DataZoneStandard', '2026-07-09', 1, 'is 0 thousand tokens a minute here, less than the 1'],
    ['Standard', '2026-07-09', 1, 'does not offer gpt-5.6-luna 2026-07-09 as Standard'],
    ['GlobalStandard', '2027-01-01', 1, 'does not offer gpt-5.6-luna 2027-01-01'],
  ])(
    'are checked for %s of version %s with a capacity of %i: %s',
    (deploymentType, version, capacity, refusal) => {
      const said = refusalOf({ name: 'gpt-5.6-luna', version, deploymentType, capacity }, choices);
      if (refusal === undefined) expect(said).toBeUndefined();
      else expect(said).toContain(refusal);
    },
  );
});

describe('the hook before azd provisions', () => {
  let folder: string;
  /** Command line tools that answer from files, and write down what was set. */
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'provision-'));
    const budgets = {
      value: [
        {
          name: 'budget-control-plane-x',
          properties: { timePeriod: { startDate: '2026-05-01T00:00:00Z' } },
        },
        { name: 'budget-chat-x', properties: { timePeriod: { startDate: '2026-07-01T00:00:00Z' } } },
      ],
    };
    for (const [name, content] of Object.entries({ model: offered, usage: quotas, get: budgets })) {
      await writeFile(join(folder, `${name}.json`), JSON.stringify(content));
    }
    const tools = {
      az: `echo "$@" >> ${folder}/az.log; case "$1" in rest) cat ${folder}/get.json ;; *) cat ${folder}/$2.json ;; esac`,
      azd: `echo "$@" >> ${folder}/azd.log`,
    };
    for (const [name, script] of Object.entries(tools)) {
      await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`);
      await chmod(join(folder, name), 0o755);
    }
  });
  afterEach(() => rm(folder, { recursive: true }));

  function run(environment: Record<string, string>, ...more: string[]) {
    const script = join(ROOT, 'scripts/infra/before-provision.ts');
    return spawnSync(process.execPath, [script, '--azd', ...more], {
      encoding: 'utf8',
      env: { PATH: `${folder}:/usr/bin:/bin`, AZURE_LOCATION: 'swedencentral', ...environment },
    });
  }
  const stored = () => readFile(join(folder, 'azd.log'), 'utf8').catch(() => '');

  test('lists the choices, and stops if the model cannot be deployed', async () => {
    expect(run({ MODEL_CAPACITY: '20' })).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('GlobalStandard: 20 of 250 left'),
    });
    const refused = run({ MODEL_DEPLOYMENT_TYPE: 'Standard' });
    expect(refused).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('does not offer gpt-5.6-luna'),
    });
    expect(await stored()).toBe('');
  });

  test('stops if the embedding model cannot be deployed, and says how to leave it out', () => {
    const model = { MODEL_CAPACITY: '20' };
    const refused = run({ ...model, EMBEDDING_CAPACITY: '351' });
    expect(refused).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('`azd env set EMBEDDING_MODEL_NAME none` leaves'),
    });
    expect(run({ ...model, EMBEDDING_CAPACITY: '351', EMBEDDING_MODEL_NAME: 'none' }).status).toBe(0);
    expect(run({ ...model, EMBEDDING_MODEL_NAME: 'text-embedding-4' })).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('does not offer text-embedding-4'),
    });
  });

  test('stores the start of the budget only if there is an address for its e-mails', async () => {
    const group = { AZURE_RESOURCE_GROUP: 'chat' };
    run({ ...group, ALERT_EMAIL: 'ops@example.com', MONTHLY_BUDGET: '0' });
    expect(await stored()).toBe('');
    run({ ...group, ALERT_EMAIL: 'ops@example.com' });
    expect(await stored()).toBe('env set BUDGET_START 2026-07-01\n');
  });

  test('reads the budget of its own template if two templates share a resource group', async () => {
    run({ AZURE_RESOURCE_GROUP: 'chat', ALERT_EMAIL: 'ops@example.com' }, '--without-model');
    expect(await stored()).toBe('env set BUDGET_START 2026-05-01\n');
  });

  test('queries the subscription of azd, which can differ from that of the Azure CLI', async () => {
    run({ AZURE_SUBSCRIPTION_ID: 'azds', AZURE_RESOURCE_GROUP: 'chat', ALERT_EMAIL: 'ops@example.com' });
    const calls = (await readFile(join(folder, 'az.log'), 'utf8')).trim().split('\n');
    expect(calls).toHaveLength(3);
    expect(calls.filter((call) => !call.includes('--subscription azds'))).toEqual([]);
  });

  test.each([
    ['ASSISTANT_NAME', 'The "Bot"', 1],
    ['ASSISTANT_NAME', 'back\\slash', 1],
    ['ASSISTANT_NAME', 'The Bot', 0],
    ['EXTRA_SETTINGS', '{"LOG_LEVEL": "normal"}', 0],
  ])('with %s=%s ends with %i, since azd puts a text into JSON unescaped', (name, value, status) => {
    const result = run({ MODEL_CAPACITY: '20', [name]: value });
    expect(result.status).toBe(status);
    if (status === 1) expect(result.stdout).toContain(`${name} has a "`);
  });

  test('checks the embedding model with its own deployment type', () => {
    const apart = { MODEL_CAPACITY: '20', EMBEDDING_DEPLOYMENT_TYPE: 'DataZoneStandard' };
    expect(run(apart)).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('does not offer text-embedding-3-small 1 as DataZoneStandard'),
    });
  });

  test('continues without checks if the Azure CLI is missing', async () => {
    await rm(join(folder, 'az'));
    expect(run({})).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/are not checked[^]*az provider register/),
    });
  });

  test.each([
    ['azure.yaml', 'node scripts/infra/before-provision.ts --azd'],
    ['infra/control-plane/azure.yaml', 'node ../../scripts/infra/before-provision.ts --azd --without-model'],
  ])('is the preprovision hook of %s on every system', async (path, command) => {
    const text = await readFile(join(ROOT, path), 'utf8');
    expect(text.match(/preprovision:[^]*?(?=\n\S|\n {2}post)/)?.[0].split(`run: ${command}`)).toHaveLength(3);
  });
});
