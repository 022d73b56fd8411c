// Roles of the runtime on the vault, the model and the real-time service, each at the narrowest scope. Those
// on its data and storage are in data-roles.bicep and storage-role.bicep. The publisher gets none.

@description('Object ID of the runtime’s managed identity.')
param principalId string

@description('Resource ID of that identity, only for a deployment from another tenant. Leave empty within one tenant: Azure refuses it there.')
param delegatedIdentityId string

@description('Name of the vault, which holds only secrets of the runtime.')
param vaultName string

@description('Name of the Azure OpenAI account.')
param aiName string

@description('Name of the Web PubSub service.')
param realtimeName string

// Built-in roles by their documented ids; test/infra/secure.test.ts holds their names against them.
var roles = {
  keyVaultSecretsOfficer: 'b86a8fe4-44ce-4948-aee5-eccb2c155cd7'
  cognitiveServicesOpenAIUser: '5e0bd9bd-7b93-4f28-af87-19fc36ad61bd'
  webPubSubServiceOwner: '12cf5a90-567b-43ae-8102-96cf46c7d9b4'
}

var delegated = empty(delegatedIdentityId) ? null : delegatedIdentityId

resource vault 'Microsoft.KeyVault/vaults@2026-02-01' existing = { name: vaultName }

// The vault holds only what the runtime stores: the admin key, the signing key of actions, secrets of
// actions, identity secrets of widgets, and addresses of Teams workflows. All but the admin key have a
// new name each.
// Secrets Officer is the smallest built-in role that may set and delete secrets.
resource vaultRole 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  scope: vault
  name: guid(vault.id, principalId, roles.keyVaultSecretsOfficer)
  properties: {
    principalId: principalId
    principalType: 'ServicePrincipal'
    delegatedManagedIdentityResourceId: delegated
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', roles.keyVaultSecretsOfficer)
  }
}

resource ai 'Microsoft.CognitiveServices/accounts@2026-07-01' existing = { name: aiName }

resource aiRole 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  scope: ai
  name: guid(ai.id, principalId, roles.cognitiveServicesOpenAIUser)
  properties: {
    principalId: principalId
    principalType: 'ServicePrincipal'
    delegatedManagedIdentityResourceId: delegated
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', roles.cognitiveServicesOpenAIUser)
  }
}

resource realtime 'Microsoft.SignalRService/webPubSub@2024-03-01' existing = { name: realtimeName }

resource realtimeRole 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  scope: realtime
  name: guid(realtime.id, principalId, roles.webPubSubServiceOwner)
  properties: {
    principalId: principalId
    principalType: 'ServicePrincipal'
    delegatedManagedIdentityResourceId: delegated
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', roles.webPubSubServiceOwner)
  }
}
