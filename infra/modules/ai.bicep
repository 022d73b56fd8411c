// The model that answers visitors, pinned to one version.

@description('Where it is kept; an Azure region that offers the model.')
param location string

@description('Appended to the name of each resource; letters and digits.')
@minLength(5)
@maxLength(13)
param suffix string

@description('Tags of each resource.')
param tags object

@description('The workspace that diagnostic logs go to.')
param workspaceId string

@description('Whether only the private network reaches it.')
param isPrivate bool

@description('The model’s name.')
param modelName string

@description('The model’s version; it is not upgraded by itself.')
param modelVersion string

@description('Where the model may work: `Standard` in the region, `DataZoneStandard` in the EU or the US, `GlobalStandard` anywhere.')
@allowed(['GlobalStandard', 'DataZoneStandard', 'Standard'])
param deploymentType string

@description('Capacity of the deployment, in thousands of tokens a minute.')
@minValue(1)
param capacity int

resource account 'Microsoft.CognitiveServices/accounts@2026-07-01' = {
  name: 'oai-chat-${suffix}'
  location: location
  tags: tags
  kind: 'OpenAI'
  sku: { name: 'S0' }
  properties: {
    // Tokens of Entra ID are only taken under a name of its own.
    customSubDomainName: 'oai-chat-${suffix}'
    disableLocalAuth: true
    restrictOutboundNetworkAccess: true
    allowedFqdnList: []
    publicNetworkAccess: isPrivate ? 'Disabled' : 'Enabled'
    networkAcls: { defaultAction: isPrivate ? 'Deny' : 'Allow' }
  }
}

resource model 'Microsoft.CognitiveServices/accounts/deployments@2026-07-01' = {
  parent: account
  name: 'assistant'
  sku: { name: deploymentType, capacity: capacity }
  properties: {
    model: { format: 'OpenAI', name: modelName, version: modelVersion }
    versionUpgradeOption: 'NoAutoUpgrade'
    raiPolicyName: 'Microsoft.DefaultV2'
  }
}

resource diagnostics 'Microsoft.Insights/diagnosticSettings@2021-05-01-preview' = {
  scope: account
  name: 'to-workspace'
  properties: {
    workspaceId: workspaceId
    // Who called and how it went; not the category that traces requests.
    logs: [{ category: 'Audit', enabled: true }]
    metrics: [{ category: 'AllMetrics', enabled: true }]
  }
}

@description('The resource id, for private endpoints.')
output id string = account.id

@description('The account’s name, for its role.')
output name string = account.name

@description('Where the runtime reaches it.')
output endpoint string = account.properties.endpoint

@description('The deployment of the model.')
output deploymentName string = model.name
