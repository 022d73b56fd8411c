// Roles of an app on its data and telemetry: documents of one database, and writing events.

@description('Object ID of the app’s managed identity.')
param principalId string

@description('Resource ID of that identity, only for a deployment from another tenant. Leave empty within one tenant: Azure refuses it there.')
param delegatedIdentityId string

@description('Name of the Cosmos DB account.')
param databaseAccountName string

@description('Name of the database that the role applies to.')
param databaseName string

@description('Name of Application Insights.')
param insightsName string

// Monitoring Metrics Publisher and Cosmos DB Built-in Data Contributor, by their documented ids.
var monitoringMetricsPublisher = '3913510d-42f4-4e42-8a64-420c390055eb'
var cosmosBuiltInDataContributor = '00000000-0000-0000-0000-000000000002'

resource database 'Microsoft.DocumentDB/databaseAccounts@2025-10-15' existing = { name: databaseAccountName }

resource databaseRole 'Microsoft.DocumentDB/databaseAccounts/sqlRoleAssignments@2025-10-15' = {
  parent: database
  name: guid(database.id, principalId, cosmosBuiltInDataContributor)
  properties: {
    principalId: principalId
    roleDefinitionId: '${database.id}/sqlRoleDefinitions/${cosmosBuiltInDataContributor}'
    scope: '${database.id}/dbs/${databaseName}'
  }
}

resource insights 'Microsoft.Insights/components@2020-02-02' existing = { name: insightsName }

resource insightsRole 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  scope: insights
  name: guid(insights.id, principalId, monitoringMetricsPublisher)
  properties: {
    principalId: principalId
    principalType: 'ServicePrincipal'
    delegatedManagedIdentityResourceId: empty(delegatedIdentityId) ? null : delegatedIdentityId
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', monitoringMetricsPublisher)
  }
}
