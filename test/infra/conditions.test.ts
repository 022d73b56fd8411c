import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { budgetPrefix, type BudgetOwner } from '../../scripts/infra/budget-start.ts';
import { scriptedAnswerer } from '../support/ports/scripted-answerer.ts';
import { startService } from '../support/service/service.ts';
import { bicepFile } from './support/bicep.ts';

const map = <T, U>(list: readonly T[], of: (item: T) => U): U[] => list.map((item) => of(item));
const filter = <T>(list: readonly T[], by: (item: T) => boolean): T[] => list.filter((item) => by(item));

/** The functions of Bicep that the conditions of the templates use, and the names of resources. */
const BICEP = {
  empty: (value: string | readonly unknown[] | object) => Object.keys(value).length === 0,
  string: String,
  min: Math.min,
  map,
  filter,
  split: (text: string, by: string) => text.split(by),
  toLower: (text: string) => text.toLowerCase(),
  trim: (text: string) => text.trim(),
  startsWith: (text: string, start: string) => text.startsWith(start),
  replace: (text: string, from: string, to: string) => text.replaceAll(from, to),
  concat: (...lists: readonly unknown[][]) => lists.flat(),
  union: (...objects: readonly object[]): object => Object.assign({}, ...objects),
  people: { id: 'people' },
  embeddingModel: { name: 'embedding' },
};

/**
 * The value of the expression that a line of a template has after `start`. The used part of the language
 * (conditions, literals, calls) is also JavaScript.
 */
function valueOf(path: string, start: string, values: Readonly<Record<string, unknown>>): unknown {
  const { text } = bicepFile(path);
  const [, expression] = text.split(start);
  if (expression === undefined) throw new Error(`${path} has no “${start}”.`);
  const [line = ''] = expression.split('\n');
  // A condition ends before the bracket that begins its resource.
  const code = start.endsWith('if ') ? line.replace(/ \{$/, '') : line;
  // Texts contain values, as template literals do.
  const value: unknown = runInNewContext(`(${code.replaceAll("'", '`')})`, { ...BICEP, ...values });
  return JSON.parse(JSON.stringify(value));
}

describe('the tokens for documents in a prompt', () => {
  const settings = (modelCapacity: number) => valueOf('main.bicep', 'var fewDocuments = ', { modelCapacity });

  test.each([
    [1, '200'],
    [10, '2000'],
    [59, '11800'],
    [60, '12000'],
    [199, '12000'],
  ])('with %i thousand tokens a minute are a fifth of them, at most 12 000: %s', (capacity, tokens) => {
    expect(settings(capacity)).toEqual({ KNOWLEDGE_PROMPT_TOKENS: tokens });
  });

  test.each([200, 850])('with %i thousand tokens a minute have the default of the runtime', (capacity) => {
    expect(settings(capacity)).toEqual({});
  });

  test('are the number in extraSettings', () => {
    const given = {
      fewDocuments: { KNOWLEDGE_PROMPT_TOKENS: '2000' },
      extraSettings: { KNOWLEDGE_PROMPT_TOKENS: '500', LOG_LEVEL: 'normal' },
    };
    expect(valueOf('main.bicep', 'var furtherSettings = ', given)).toEqual(given.extraSettings);
  });
});

describe('a budget', () => {
  const exists = (alertEmail: string, budgetStart: string, monthlyBudget: number) =>
    valueOf('modules/alerts.bicep', "resource budget 'Microsoft.Consumption/budgets@2026-06-01' = if ", {
      alertEmail,
      budgetStart,
      monthlyBudget,
    });

  test.each([
    ['is created with an address, a start and an amount', 'ops@example.com', '2026-11-01', 1, true],
    ['is not created without an address', '', '2026-11-01', 100, false],
    ['is not created without a start', 'ops@example.com', '', 100, false],
    ['is not created with the amount 0', 'ops@example.com', '2026-11-01', 0, false],
  ])('%s', (_, alertEmail, budgetStart, monthlyBudget, created) => {
    expect(exists(alertEmail, budgetStart, monthlyBudget)).toBe(created);
  });

  test.each<[string, BudgetOwner]>([
    ['main.bicep', 'chat'],
    ['control-plane.bicep', 'control-plane'],
  ])('of %s has the name that the hook before provisioning looks for', (path, owner) => {
    expect(bicepFile(path).text).toContain(`budgetName: '${budgetPrefix(owner)}\${suffix}'
`);
  });
});

test.each([
  ['', '', []],
  ['ops@example.com', '', ['people']],
  ['', '/own', ['/own']],
  ['ops@example.com', '/own', ['people', '/own']],
])(
  'alerts to the address “%s” and the action group “%s” notify %j',
  (alertEmail, alertActionGroupId, ids) => {
    const given = { alertEmail, alertActionGroupId };
    expect(valueOf('modules/alerts.bicep', 'var groupIds = ', given)).toEqual(ids);
  },
);

describe('the embedding model', () => {
  test('has the deployment type of the language model unless a parameter sets it', () => {
    const placeOf = (embeddingDeploymentType: string) =>
      valueOf('main.bicep', 'embeddingDeploymentType: ', {
        embeddingDeploymentType,
        modelDeploymentType: 'DataZoneStandard',
      });
    expect([placeOf(''), placeOf('GlobalStandard')]).toEqual(['DataZoneStandard', 'GlobalStandard']);
  });

  test('is not deployed with `none`', () => {
    const nameOf = (embeddingModelName: string) =>
      valueOf('main.bicep', 'embeddingModelName: ', { embeddingModelName });
    expect([nameOf('none'), nameOf('text-embedding-3-small')]).toEqual(['', 'text-embedding-3-small']);
    const deployed = (embeddingModelName: string) => [
      valueOf(
        'modules/ai.bicep',
        "resource embeddingModel 'Microsoft.CognitiveServices/accounts/deployments@2026-07-01' = if ",
        { embeddingModelName },
      ),
      valueOf('modules/ai.bicep', 'output embeddingDeploymentName string = ', { embeddingModelName }),
    ];
    expect([deployed(''), deployed('text-embedding-3-small')]).toEqual([
      [false, ''],
      [true, 'embedding'],
    ]);
  });
});

test.each(['storage', 'vault', 'database', 'ai'])(
  '%s is closed to the internet only in a private network',
  (module) => {
    const path = `modules/${module}.bicep`;
    const access = (isPrivate: boolean) =>
      String(valueOf(path, 'publicNetworkAccess: ', { isPrivate })).toLowerCase();
    expect([access(true), access(false)]).toEqual(['disabled', 'enabled']);
    // The database has no other rules.
    if (module === 'database') return;
    const byDefault = (isPrivate: boolean) => {
      const [, rule = ''] = /defaultAction: (.+?)(?: \})?\n/.exec(bicepFile(path).text) ?? [];
      return runInNewContext(rule, { isPrivate });
    };
    expect([byDefault(true), byDefault(false)]).toEqual(['Deny', 'Allow']);
  },
);

test('a zone-redundant deployment has its app, database and storage in several zones', () => {
  const storage = (zoneRedundant: boolean) => valueOf('modules/storage.bicep', 'sku: ', { zoneRedundant });
  expect([storage(true), storage(false)]).toEqual([{ name: 'Standard_ZRS' }, { name: 'Standard_LRS' }]);
  expect(bicepFile('modules/database.bicep').text).toContain('isZoneRedundant: zoneRedundant }');
  expect(bicepFile('modules/function-app.bicep').text).toContain('zoneRedundant: zoneRedundant }');
});

test('the real-time service without units uses the free tier', () => {
  const sku = (units: number) => valueOf('modules/realtime.bicep', 'sku: ', { units });
  expect([sku(0), sku(2)]).toEqual([
    { name: 'Free_F1', capacity: 1 },
    { name: 'Standard_S1', capacity: 2 },
  ]);
});

test('always-ready instances are used only if a parameter asks for them', () => {
  const ready = (alwaysReadyInstances: number) =>
    valueOf('modules/function-app.bicep', 'alwaysReady: ', { alwaysReadyInstances });
  expect([ready(0), ready(2)]).toEqual([[], [{ name: 'http', instanceCount: 2 }]]);
});

test('an update replaces instances in the way of the parameter', () => {
  expect(bicepFile('main.bicep').text).toContain('siteUpdateStrategy: siteUpdateStrategy\n');
  expect(bicepFile('modules/function-app.bicep').text).toContain(
    'siteUpdateStrategy: { type: siteUpdateStrategy }\n',
  );
});

describe('the sender of e-mails', () => {
  test.each([
    ['of a managed domain is its default sender', true, 'support', ''],
    ['DoNotReply of a domain needs no resource', false, 'DoNotReply', ''],
    ['with another name of a domain is a resource', false, 'support', 'support'],
  ])('%s', (_, isManaged, senderName, own) => {
    expect(valueOf('modules/email.bicep', 'var ownSender = ', { isManaged, senderName })).toBe(own);
  });
});

test('the availability test looks for a text in the health of a working service', async () => {
  const [, match = ''] = /ContentMatch: '([^']+)'/.exec(bicepFile('modules/availability.bicep').text) ?? [];
  const service = await startService({ answerer: scriptedAnswerer() });
  const health = await service.get('/api/health');
  expect([health.status, await health.text()]).toEqual([200, expect.stringContaining(match)]);
  await service.close();
  expect(match).not.toBe('');
});

test('a serverless database has the serverless capability and no provisioned throughput', () => {
  const path = 'modules/database.bicep';
  const capabilities = (serverless: boolean) =>
    valueOf(path, "[{ name: 'EnableNoSQLFullTextSearch' }],\n", { serverless });
  expect([capabilities(true), capabilities(false)]).toEqual([[{ name: 'EnableServerless' }], []]);
  const options = (serverless: boolean) =>
    valueOf(path, 'resource: { id: databaseName }\n    options: ', { serverless, sharedThroughput: 1000 });
  expect([options(true), options(false)]).toEqual([{}, { autoscaleSettings: { maxThroughput: 1000 } }]);
});

test('allowed sites are written as browsers send them: in lower case, without the default port', () => {
  const allowedOrigins =
    'https://A.example:443, http://b.example:80,http://c.example:443,,https://d.example:80';
  const listedOrigins = valueOf('main.bicep', 'var listedOrigins = ', { allowedOrigins });
  const markedOrigins = valueOf('main.bicep', 'var markedOrigins = ', { listedOrigins });
  expect(valueOf('main.bicep', 'var origins = ', { markedOrigins })).toEqual([
    'https://a.example',
    'http://b.example',
    'http://c.example:443',
    'https://d.example:80',
  ]);
});

test('every role assignment names the identity only in a deployment across tenants', () => {
  const { text } = bicepFile('main.bicep');
  const given = Array.from(text.matchAll(/^ +delegatedIdentityId: (.+)$/gm), ([, expression]) => expression);
  const modules = text.match(/module \w*[rR]oles? 'modules\/[\w-]+\.bicep'/g) ?? [];
  expect(given).toHaveLength(modules.length);
  for (const expression of given) {
    const idOf = (crossTenant: boolean): unknown =>
      runInNewContext(String(expression), { crossTenant, identity: { outputs: { id: 'identity' } } });
    expect([idOf(true), idOf(false)]).toEqual(['identity', '']);
  }
});
