// Where telemetry and diagnostic logs go. The runtime’s telemetry holds no content (docs/privacy.md).

@description('Where it is kept; an Azure region.')
param location string

@description('Appended to the name of each resource; letters and digits.')
@minLength(5)
@maxLength(13)
param suffix string

@description('Tags of each resource.')
param tags object

@description('How long logs are kept, in days.')
@minValue(30)
@maxValue(730)
param retentionInDays int = 30

@description('The most that is taken in on a day, in gigabytes; what is beyond it is dropped, so that a flood has a price.')
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

@description('The workspace that diagnostic settings send to.')
output workspaceId string = workspace.id

@description('The resource id of Application Insights.')
output insightsId string = insights.id

@description('The name of Application Insights, for its role.')
output insightsName string = insights.name

@description('Where telemetry goes. It is no credential: local authentication is off.')
output connectionString string = insights.properties.ConnectionString
