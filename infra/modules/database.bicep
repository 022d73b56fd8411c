// The database: conversations, usage, ledger and counters, with the containers of containers.json.

@description('Where it is kept; an Azure region.')
param location string

@description('Appended to the name of each resource; letters and digits.')
@minLength(5)
@maxLength(13)
param suffix string

@description('Tags of each resource.')
param tags object

@description('The name of the database.')
param databaseName string

@description('Which of the containers of containers.json it holds, by their ids.')
param containerIds array

@description('The workspace that diagnostic logs go to.')
param workspaceId string

@description('Whether only the private network reaches it.')
param isPrivate bool

@description('`serverless` is billed by request; `autoscale` by the highest throughput of each hour, and has no ceiling of its own.')
@allowed(['serverless', 'autoscale'])
param mode string

@description('The most throughput of the searched container with `autoscale`, in request units a second; the others share a quarter of it. A tenth of each is the least that is billed.')
@minValue(1000)
@maxValue(1000000)
param maxThroughput int

@description('`periodic` keeps copies for 8 hours that only Microsoft’s support can restore; `continuous7Days` lets administrators restore any moment of 7 days, deleted conversations included, and never goes back to `periodic`.')
@allowed(['periodic', 'continuous7Days'])
param backup string

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
    locations: [{ locationName: location, failoverPriority: 0, isZoneRedundant: false }]
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

@description('The resource id, for private endpoints.')
output id string = account.id

@description('The account’s name, for its role.')
output name string = account.name

@description('Where the runtime reaches it.')
output endpoint string = account.properties.documentEndpoint

@description('The database that holds the containers.')
output databaseName string = database.name
