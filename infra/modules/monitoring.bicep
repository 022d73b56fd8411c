// Where telemetry and diagnostic logs go. The runtime’s telemetry holds no content (docs/privacy.md).

@description('Azure region.')
param location string

@description('Suffix of each resource name: letters and digits.')
@minLength(5)
@maxLength(13)
param suffix string

@description('Tags of all resources.')
param tags object

@description('Number of days that logs are kept. Azure keeps the tables of Application Insights for at least 90 days.')
@minValue(30)
@maxValue(730)
param retentionInDays int

@description('Maximum telemetry per day, in gigabytes. Telemetry above this limit is discarded, so that a flood has a limited cost.')
@minValue(1)
@maxValue(1000)
param dailyCapGb int

resource workspace 'Microsoft.OperationalInsights/workspaces@2026-03-01' = {
  name: 'log-chat-${suffix}'
  location: location
  tags: tags
  properties: {
    sku: { name: 'PerGB2018' }
    retentionInDays: retentionInDays
    workspaceCapping: { dailyQuotaGb: dailyCapGb }
    features: {
      disableLocalAuth: true
      enableLogAccessUsingOnlyResourcePermissions: true
    }
  }
}

resource insights 'Microsoft.Insights/components@2020-02-02' = {
  name: 'appi-chat-${suffix}'
  location: location
  tags: tags
  kind: 'web'
  properties: {
    Application_Type: 'web'
    WorkspaceResourceId: workspace.id
    DisableLocalAuth: true
    DisableIpMasking: false
  }
}

@description('Resource ID of the workspace for diagnostic logs.')
output workspaceId string = workspace.id

@description('Resource ID of Application Insights.')
output insightsId string = insights.id

@description('Name of Application Insights, for its role assignment.')
output insightsName string = insights.name

@description('Connection string for telemetry. It is not a credential: local authentication is off.')
output connectionString string = insights.properties.ConnectionString
