// What the runtime may do, each role at the narrowest scope. Who publishes the service is given none.

@description('The identity of the runtime.')
param principalId string

@description('The resource id of that identity where the deployment runs in another tenant than the identity’s; else empty, since within one tenant it is refused.')
param delegatedIdentityId string

@description('The storage account of the Functions platform.')
param storageName string

@description('The vault of the admin key.')
param vaultName string

@description('The database account.')
param databaseAccountName string

@description('The account of the model.')
param aiName string

@description('The real-time service.')
param realtimeName string

@description('Application Insights.')
param insightsName string

// Built-in roles by their documented ids; test/infra/secure.test.ts holds their names against them.
var roles = {
  storageBlobDataOwner: 'b7e6dc6d-f1e8-4753-8033-0f276bb0955b'
  keyVaultSecretsOfficer: 'b86a8fe4-44ce-4948-aee5-eccb2c155cd7'
  cognitiveServicesOpenAIUser: '5e0bd9bd-7b93-4f28-af87-19fc36ad61bd'
  webPubSubServiceOwner: '12cf5a90-567b-43ae-8102-96cf46c7d9b4'
  monitoringMetricsPublisher: '3913510d-42f4-4e42-8a64-420c390055eb'
}
var cosmosBuiltInDataContributor = '00000000-0000-0000-0000-000000000002'

var delegated = empty(delegatedIdentityId) ? null : delegatedIdentityId

resource storage 'Microsoft.Storage/storageAccounts@2026-04-01' existing = { name: storageName }

resource storageRole 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  scope: storage
  name: guid(storage.id, principalId, roles.storageBlobDataOwner)
  properties: {
    principalId: principalId
    principalType: 'ServicePrincipal'
    delegatedManagedIdentityResourceId: delegated
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', roles.storageBlobDataOwner)
  }
}

resource vault 'Microsoft.KeyVault/vaults@2026-02-01' existing = { name: vaultName }

// The one secret, which need not exist yet: the runtime can neither read nor set any other.
resource adminKey 'Microsoft.KeyVault/vaults/secrets@2026-02-01' existing = {
  parent: vault
  name: 'admin-key'
}

resource vaultRole 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  scope: adminKey
  name: guid(adminKey.id, principalId, roles.keyVaultSecretsOfficer)
  properties: {
    principalId: principalId
    principalType: 'ServicePrincipal'
    delegatedManagedIdentityResourceId: delegated
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', roles.keyVaultSecretsOfficer)
  }
}

resource database 'Microsoft.DocumentDB/databaseAccounts@2025-10-15' existing = { name: databaseAccountName }

resource databaseRole 'Microsoft.DocumentDB/databaseAccounts/sqlRoleAssignments@2025-10-15' = {
  parent: database
  name: guid(database.id, principalId, cosmosBuiltInDataContributor)
  properties: {
    principalId: principalId
    roleDefinitionId: '${database.id}/sqlRoleDefinitions/${cosmosBuiltInDataContributor}'
    scope: '${database.id}/dbs/chat'
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

resource insights 'Microsoft.Insights/components@2020-02-02' existing = { name: insightsName }

resource insightsRole 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  scope: insights
  name: guid(insights.id, principalId, roles.monitoringMetricsPublisher)
  properties: {
    principalId: principalId
    principalType: 'ServicePrincipal'
    delegatedManagedIdentityResourceId: delegated
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', roles.monitoringMetricsPublisher)
  }
}
