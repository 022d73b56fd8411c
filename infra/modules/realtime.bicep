// The real-time channel of visitors and agents.

@description('Azure region.')
param location string

@description('Suffix of each resource name: letters and digits.')
@minLength(5)
@maxLength(13)
param suffix string

@description('Tags of all resources.')
param tags object

@description('Resource ID of the workspace for diagnostic logs.')
param workspaceId string

@description('Units of Web PubSub, each for 1 000 connections at the same time. 0 is the free tier with 20 connections and 20 000 messages per day.')
@allowed([0, 1, 2, 5, 10, 20, 50, 100])
param units int

resource service 'Microsoft.SignalRService/webPubSub@2024-03-01' = {
  name: 'wps-chat-${suffix}'
  location: location
  tags: tags
  sku: units == 0 ? { name: 'Free_F1', capacity: 1 } : { name: 'Standard_S1', capacity: units }
  properties: {
    disableLocalAuth: true
    disableAadAuth: false
    // Browsers connect to it, also where the rest is private.
    publicNetworkAccess: 'Enabled'
    tls: { clientCertEnabled: false }
  }
}

resource hub 'Microsoft.SignalRService/webPubSub/hubs@2024-03-01' = {
  parent: service
  name: 'chat'
  properties: { anonymousConnectPolicy: 'deny' }
}

// Later than the only stable version, which knows no groups of categories.
#disable-next-line use-recent-api-versions
resource diagnostics 'Microsoft.Insights/diagnosticSettings@2021-05-01-preview' = {
  scope: service
  name: 'to-workspace'
  properties: {
    workspaceId: workspaceId
    // Counts only: the log of connections holds user ids, and a visitor’s is the id of the session.
    metrics: [{ category: 'AllMetrics', enabled: true }]
  }
}

@description('Name of the service, for its role assignment.')
output name string = service.name

@description('Endpoint for the runtime and browsers.')
output endpoint string = 'https://${service.properties.hostName}'

@description('Name of the hub of visitors and agents.')
output hubName string = hub.name
