import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { expect, test } from 'vitest';
import { INFRA } from './support/bicep.ts';

const json = (path: string): unknown => JSON.parse(readFileSync(join(INFRA, 'marketplace', path), 'utf8'));

/** Properties of `Microsoft.Solutions/applicationDefinitions`; Partner Center asks for the same. */
const ManagedApplication = z.strictObject({
  lockLevel: z.literal('ReadOnly'),
  lockingPolicy: z.strictObject({
    allowedActions: z.array(z.string().startsWith('Microsoft.')),
    allowedDataActions: z.array(z.string()),
  }),
  authorizations: z.array(z.strictObject({ principalId: z.guid(), roleDefinitionId: z.guid() })),
  managementPolicy: z.strictObject({ mode: z.literal('Managed') }),
  deploymentPolicy: z.strictObject({ deploymentMode: z.literal('Incremental') }),
});
/** Owner: the template assigns roles, which Contributor may not (docs/adr/0011). */
const OWNER = '8e3af657-a8ff-443c-a75c-2fe8c4bcb635';

const { authorizations, lockingPolicy } = ManagedApplication.parse(json('managedApplication.json'));

test('the publisher may assign roles, and the customer may change only settings and domains', () => {
  expect(authorizations.map(({ roleDefinitionId }) => roleDefinitionId)).toEqual([OWNER]);
  const changing = lockingPolicy.allowedActions.filter(
    (action) => !/\/(?:\*\/)?read$|\/query\/\*$/.test(action),
  );
  expect(changing).toEqual([
    'Microsoft.Web/sites/config/list/action',
    'Microsoft.Web/sites/config/write',
    'Microsoft.Web/sites/restart/action',
    'Microsoft.Web/sites/certificates/write',
    'Microsoft.Web/sites/certificates/delete',
    'Microsoft.Web/sites/hostNameBindings/write',
    'Microsoft.Web/sites/hostNameBindings/delete',
    // The Functions host makes two containers in its storage at the first start.
    'Microsoft.Storage/storageAccounts/blobServices/containers/write',
  ]);
});

/**
 * The data actions of the runtime and its host on each component, as the platform names them. The names are
 * those of “Azure permissions” (Microsoft Learn) and, for the Responses API, of the service's own refusal.
 */
const DATA_ACTIONS: readonly (readonly [name: string, use: string])[] = [
  ['Microsoft.CognitiveServices/accounts/OpenAI/deployments/chat/completions/action', 'Chat Completions'],
  ['Microsoft.CognitiveServices/accounts/OpenAI/deployments/embeddings/action', 'POST /openai/v1/embeddings'],
  ['Microsoft.CognitiveServices/accounts/OpenAI/models/read', 'the models that the dashboard offers'],
  ['Microsoft.CognitiveServices/accounts/OpenAI/responses/write', 'POST /openai/v1/responses'],
  ['Microsoft.DocumentDB/databaseAccounts/readMetadata', 'the account and its partitions'],
  ['Microsoft.DocumentDB/databaseAccounts/sqlDatabases/containers/executeQuery', 'lists and search'],
  ['Microsoft.DocumentDB/databaseAccounts/sqlDatabases/containers/items/*', 'documents and batches'],
  ['Microsoft.Insights/Metrics/Write', 'telemetry'],
  ['Microsoft.Insights/Telemetry/Write', 'telemetry'],
  ['Microsoft.KeyVault/vaults/secrets/getSecret/action', 'the admin key'],
  ['Microsoft.KeyVault/vaults/secrets/setSecret/action', 'a new admin key'],
  ['Microsoft.SignalRService/WebPubSub/clientConnection/generateToken/action', 'POST :generateToken'],
  ['Microsoft.SignalRService/WebPubSub/clientConnection/read', 'connections of a group'],
  ['Microsoft.SignalRService/WebPubSub/clientConnection/write', 'connecting with that token, closing'],
  ['Microsoft.SignalRService/WebPubSub/group/read', 'who is in a group'],
  ['Microsoft.SignalRService/WebPubSub/group/send/action', 'events'],
  ['Microsoft.SignalRService/WebPubSub/group/write', 'an agent joins and leaves a conversation'],
  ['Microsoft.Storage/storageAccounts/blobServices/containers/blobs/add/action', 'the host'],
  ['Microsoft.Storage/storageAccounts/blobServices/containers/blobs/delete', 'the host'],
  [
    'Microsoft.Storage/storageAccounts/blobServices/containers/blobs/read',
    'the package, the locks of timers',
  ],
  ['Microsoft.Storage/storageAccounts/blobServices/containers/blobs/tags/read', 'the result of a virus scan'],
  ['Microsoft.Storage/storageAccounts/blobServices/containers/blobs/write', 'files, the locks of timers'],
];

test('the lock excludes exactly the data actions of the runtime and its host', () => {
  const actions = lockingPolicy.allowedDataActions;
  expect(actions).toEqual(DATA_ACTIONS.map(([name]) => name));
  // Nothing that deletes a key or reads all of them.
  for (const action of actions) expect(action).not.toMatch(/KeyVault.*(delete|purge|backup|\*)/);
});
