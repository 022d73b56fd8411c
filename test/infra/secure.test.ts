import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bicepFile, bicepFiles, INFRA } from './support/bicep.ts';

const files = bicepFiles();
const textOf = (name: string) => bicepFile(`modules/${name}.bicep`).text;

/** Built-in roles as the platform documents them: the name here, the name there, the id. */
const DOCUMENTED_ROLES = [
  ['storageBlobDataOwner', 'Storage Blob Data Owner', 'b7e6dc6d-f1e8-4753-8033-0f276bb0955b'],
  ['keyVaultSecretsOfficer', 'Key Vault Secrets Officer', 'b86a8fe4-44ce-4948-aee5-eccb2c155cd7'],
  ['cognitiveServicesOpenAIUser', 'Cognitive Services OpenAI User', '5e0bd9bd-7b93-4f28-af87-19fc36ad61bd'],
  ['webPubSubServiceOwner', 'Web PubSub Service Owner', '12cf5a90-567b-43ae-8102-96cf46c7d9b4'],
  ['eventGridDataSender', 'EventGrid Data Sender', 'd5a91429-5739-47e2-a06b-3470a27159e7'],
  [
    'communicationAndEmailServiceOwner',
    'Communication and Email Service Owner',
    '09976791-48a7-449e-bb21-39d1a415f350',
  ],
  ['monitoringMetricsPublisher', 'Monitoring Metrics Publisher', '3913510d-42f4-4e42-8a64-420c390055eb'],
  [
    'cosmosBuiltInDataContributor',
    'Cosmos DB Built-in Data Contributor',
    '00000000-0000-0000-0000-000000000002',
  ],
] as const;

const ROLE_MODULES = ['roles', 'data-roles', 'storage-role', 'event-grid-role', 'email-role'];

test('the roles are the documented ones, and each is assigned', () => {
  const text = ROLE_MODULES.map(textOf).join('\n');
  const found = text.matchAll(/(\w+)(?::| =) '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})'/g);
  expect(Object.fromEntries(Array.from(found, ([, name = '', id = '']) => [name, id]))).toEqual(
    Object.fromEntries(DOCUMENTED_ROLES.map(([name, , id]) => [name, id])),
  );
  for (const [name, documented] of DOCUMENTED_ROLES) {
    expect(documented.replaceAll(/[ -]|DB/g, '').toLowerCase()).toBe(name.toLowerCase());
    expect([name, text.split(name).length > 2]).toEqual([name, true]);
  }
  for (const { path, text: written } of files) {
    if (!ROLE_MODULES.some((name) => path === `modules/${name}.bicep`)) {
      expect([path, /roleDefinitions/.test(written)]).toEqual([path, false]);
    }
  }
});

test('every role assignment of the platform also works across tenants', () => {
  const text = ROLE_MODULES.map(textOf).join('\n');
  const given = text.match(/'Microsoft\.Authorization\/roleAssignments@/g) ?? [];
  expect(
    text.match(
      /delegatedManagedIdentityResourceId: (?:delegated|empty\(delegatedIdentityId\) \? null : delegatedIdentityId)\n/g,
    ),
  ).toHaveLength(given.length);
});

test.each([
  ['data-roles', "scope: '${database.id}/dbs/${databaseName}'"],
  ['data-roles', 'scope: insights'],
  ['roles', 'scope: vault'],
  ['roles', 'scope: ai'],
  ['roles', 'scope: realtime'],
  ['storage-role', 'scope: storage'],
  ['event-grid-role', 'scope: topic'],
  ['email-role', 'scope: communication'],
])('a role in %s has one resource as its scope: %s', (module, scope) => {
  const text = textOf(module);
  expect(text).toContain(scope);
  // A role without a scope is for the whole resource group.
  const roles = text.match(/^resource \w+ '[\w./]*[rR]oleAssignments@/gm) ?? [];
  expect(text.match(/^ +scope: /gm)).toHaveLength(roles.length);
});

describe('keys are disabled, and connections require TLS', () => {
  test.each([
    [
      'storage',
      ['allowSharedKeyAccess: false', 'allowBlobPublicAccess: false', "minimumTlsVersion: 'TLS1_2'"],
    ],
    ['storage', ['supportsHttpsTrafficOnly: true']],
    [
      'database',
      ['disableLocalAuth: true', "minimalTlsVersion: 'Tls12'", 'disableKeyBasedMetadataWriteAccess: true'],
    ],
    ['vault', ['enableRbacAuthorization: true', 'enableSoftDelete: true', 'enablePurgeProtection: true']],
    ['ai', ['disableLocalAuth: true', "versionUpgradeOption: 'OnceCurrentVersionExpired'"]],
    ['realtime', ['disableLocalAuth: true', "anonymousConnectPolicy: 'deny'"]],
    ['email', ['disableLocalAuth: true', "userEngagementTracking: 'Disabled'"]],
    ['monitoring', ['DisableLocalAuth: true', 'disableLocalAuth: true']],
    ['function-app', ['httpsOnly: true', "minTlsVersion: '1.2'", "scmMinTlsVersion: '1.2'"]],
    ['function-app', ['cors: { allowedOrigins: allowedOrigins, supportCredentials: false }']],
    ['function-app', ["runtime: { name: 'node', version: '24' }", 'properties: { allow: false }']],
  ])('in %s: %j', (module, lines) => {
    for (const line of lines) expect(textOf(module)).toContain(line);
  });

  test('no template reads a key', () => {
    for (const { path, text: written } of files) {
      expect([path, /\blist(Keys|Secrets|Credentials)\b|AccountKey=|primaryKey/i.test(written)]).toEqual([
        path,
        false,
      ]);
    }
  });
});

test('the platform refuses bodies over 1 MiB, and keeps deleted blobs for seven days', () => {
  expect(textOf('app-settings')).toContain(`FUNCTIONS_REQUEST_BODY_SIZE_LIMIT: '${1024 * 1024}'`);
  expect(textOf('storage')).toContain('deleteRetentionPolicy: { enabled: true, days: 7 }');
});

test('the app has no setting that Flex Consumption refuses', () => {
  expect(textOf('function-app')).not.toMatch(/ftpsState|diagnosticSettings|linuxFxVersion|alwaysOn|WEBSITE_/);
});

test.each(['storage', 'vault', 'database', 'ai', 'realtime', 'email'])(
  '%s has diagnostic settings',
  (module) => {
    expect(textOf(module)).toContain("'Microsoft.Insights/diagnosticSettings@");
  },
);

test('no diagnostic log contains queries, addresses or user ids', () => {
  const categories = files.flatMap(({ text }) =>
    Array.from(text.matchAll(/category: '(\w+)'/g), ([, name]) => name),
  );
  expect(new Set(categories)).toEqual(
    new Set(['Transaction', 'AllMetrics', 'ControlPlaneRequests', 'Requests', 'Audit', 'Cost', 'workbook']),
  );
});

test('the host logs no requests, because their addresses contain session ids', () => {
  const host: unknown = JSON.parse(readFileSync(join(INFRA, '../host.json'), 'utf8'));
  expect(host).toMatchObject({
    logging: {
      logLevel: { default: 'Warning', 'Host.Results': 'None', Function: 'Error' },
      applicationInsights: {
        httpAutoCollectionOptions: { enableHttpTriggerExtendedInfoCollection: false },
        enableDependencyTracking: false,
      },
    },
  });
});

test('private endpoints are created one after the other, because they share a subnet', () => {
  expect(bicepFile('main.bicep').text).toContain("@batchSize(1)\nmodule privateEndpoints '");
});

test('the vault belongs to the customer’s tenant, even if a publisher of another tenant deploys', () => {
  expect(textOf('vault')).toContain('tenantId: subscription().tenantId\n');
});

test('the resource group has no delete lock unless the operator asks for it', () => {
  const locking = files.filter(({ text: written }) => written.includes('Authorization/locks'));
  expect(locking.map(({ path }) => path)).toEqual(['modules/lock.bicep']);
  const { text: main } = bicepFile('main.bicep');
  expect(main).toContain("param resourceLock string = 'None'\n");
  expect(main).toContain("module lock 'modules/lock.bicep' = if (resourceLock != 'None') {");
  // A lock that is read-only would refuse the service's own changes as well.
  expect(textOf('lock')).toContain("level: 'CanNotDelete'\n");
});
