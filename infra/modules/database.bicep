// The database: conversations, usage, ledger and counters, with the containers of containers.json.

@description('Azure region.')
param location string

@description('Suffix of each resource name: letters and digits.')
@minLength(5)
@maxLength(13)
param suffix string

@description('Tags of all resources.')
param tags object

@description('Name of the database.')
param databaseName string

@description('IDs of the containers to create, from containers.json.')
param containerIds array

@description('Resource ID of the workspace for diagnostic logs.')
param workspaceId string

@description('Set to true to allow access only through private endpoints.')
param isPrivate bool

@description('Billing of the database. `serverless`: by request. `autoscale`: by the highest throughput of each hour.')
@allowed(['serverless', 'autoscale'])
param mode string

@description('Maximum throughput of the searched container with `autoscale`, in request units per second. The other containers share a quarter of it. At least a tenth of each is billed.')
@minValue(1000)
@maxValue(1000000)
param maxThroughput int

@description('Backup of the database. `periodic`: copies of the last 8 hours that only Microsoft Support can restore. `continuous7Days`: administrators can restore any moment of the last 7 days, including deleted conversations. You cannot change back to `periodic`.')
@allowed(['periodic', 'continuous7Days'])
param backup string

@description('Set to true to use the availability zones of the region.')
param zoneRedundant bool

var containers = filter(loadJsonContent('../containers.json'), container => contains(containerIds, container.id))
var serverless = mode == 'serverless'
// Steps of 1 000, of which the least is one.
var sharedThroughput = max(1000, maxThroughput / 4000 * 1000)

resource account 'Microsoft.DocumentDB/databaseAccounts@2025-10-15' = {
  name: 'cosmos-chat-${suffix}'
  location: location
  tags: tags
  kind: 'GlobalDocumentDB'
  properties: {
    databaseAccountOfferType: 'Standard'
    locations: [{ locationName: location, failoverPriority: 0, isZoneRedundant: zoneRedundant }]
    // One region writes: only so can reads be strong.
    enableMultipleWriteLocations: false
    enableAutomaticFailover: false
    // The strongest level that a request may ask for: revocations and seats must hold on every instance at
    // once. The client relaxes all other requests to Session.
    consistencyPolicy: { defaultConsistencyLevel: 'Strong' }
    capabilities: concat(
      [{ name: 'EnableNoSQLFullTextSearch' }],
      serverless ? [{ name: 'EnableServerless' }] : []
    )
    disableLocalAuth: true
    disableKeyBasedMetadataWriteAccess: true
    minimalTlsVersion: 'Tls12'
    publicNetworkAccess: isPrivate ? 'Disabled' : 'Enabled'
    // The shortest that the platform keeps: what is deleted is not to be restorable.
    backupPolicy: backup == 'periodic'
      ? {
          type: 'Periodic'
          periodicModeProperties: {
            backupIntervalInMinutes: 240
            backupRetentionIntervalInHours: 8
            backupStorageRedundancy: 'Local'
          }
        }
      : { type: 'Continuous', continuousModeProperties: { tier: 'Continuous7Days' } }
  }
}

resource database 'Microsoft.DocumentDB/databaseAccounts/sqlDatabases@2025-10-15' = {
  parent: account
  name: databaseName
  properties: {
    resource: { id: databaseName }
    options: serverless ? {} : { autoscaleSettings: { maxThroughput: sharedThroughput } }
  }
}

resource collections 'Microsoft.DocumentDB/databaseAccounts/sqlDatabases/containers@2025-10-15' = [
  for container in containers: {
    parent: database
    name: container.id
    properties: {
      resource: container
      // Full text has throughput of its own, not that of a shared database.
      options: serverless || !contains(container, 'fullTextPolicy') ? {} : { autoscaleSettings: { maxThroughput: maxThroughput } }
    }
  }
]

// Later than the only stable version, which knows no groups of categories.
#disable-next-line use-recent-api-versions
resource diagnostics 'Microsoft.Insights/diagnosticSettings@2021-05-01-preview' = {
  scope: account
  name: 'to-workspace'
  properties: {
    workspaceId: workspaceId
    // Not the category of queries: it would write their text into the log.
    logs: [{ category: 'ControlPlaneRequests', enabled: true }]
    metrics: [{ category: 'Requests', enabled: true }]
  }
}

@description('Resource ID, for private endpoints.')
output id string = account.id

@description('Name of the account, for its role assignment.')
output name string = account.name

@description('Endpoint for the runtime.')
output endpoint string = account.properties.documentEndpoint

@description('Name of the database.')
output databaseName string = database.name
