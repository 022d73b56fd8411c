// The model deployment, pinned to one version until that retires, and optional ones beside it.

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

@description('The model’s version; it is upgraded by itself only once it has retired.')
param modelVersion string

@description('A second model beside it, to try it out or to go back to; empty for none.')
param secondModelName string

@description('The second model’s version.')
param secondModelVersion string

@description('Where the model may work: `Standard` in the region, `DataZoneStandard` in its data zone (US, EU or Asia Pacific), `GlobalStandard` anywhere.')
@allowed(['GlobalStandard', 'DataZoneStandard', 'Standard'])
param deploymentType string

@description('Capacity of the deployment, in thousands of tokens a minute.')
@minValue(1)
@maxValue(999999)
param capacity int

@description('The model that embeds texts; empty for none.')
param embeddingModelName string
@description('Its version.')
param embeddingModelVersion string
@description('Capacity of its deployment, in thousands of tokens a minute.')
@minValue(1)
@maxValue(999999)
param embeddingCapacity int

resource account 'Microsoft.CognitiveServices/accounts@2026-07-01' = {
  name: 'oai-chat-${suffix}'
  location: location
  tags: tags
  kind: 'OpenAI'
  sku: { name: 'S0' }
  properties: {
    // Entra ID tokens are accepted on a custom subdomain only.
    customSubDomainName: 'oai-chat-${suffix}'
    disableLocalAuth: true
    restrictOutboundNetworkAccess: true
    publicNetworkAccess: isPrivate ? 'Disabled' : 'Enabled'
    networkAcls: { defaultAction: isPrivate ? 'Deny' : 'Allow' }
  }
}

resource model 'Microsoft.CognitiveServices/accounts/deployments@2026-07-01' = {
  parent: account
  // Named after its model, so that two deployments can exist at once.
  name: '${modelName}-${modelVersion}'
  sku: { name: deploymentType, capacity: capacity }
  properties: {
    model: { format: 'OpenAI', name: modelName, version: modelVersion }
    // A retired version is replaced by the platform, instead of failing every request.
    versionUpgradeOption: 'OnceCurrentVersionExpired'
    raiPolicyName: 'Microsoft.DefaultV2'
  }
}

resource secondModel 'Microsoft.CognitiveServices/accounts/deployments@2026-07-01' = if (!empty(secondModelName)) {
  parent: account
  name: '${secondModelName}-${secondModelVersion}'
  sku: { name: deploymentType, capacity: capacity }
  properties: {
    model: { format: 'OpenAI', name: secondModelName, version: secondModelVersion }
    versionUpgradeOption: 'OnceCurrentVersionExpired'
    raiPolicyName: 'Microsoft.DefaultV2'
  }
  // An account takes one change of its deployments at a time.
  dependsOn: [model]
}

resource embeddingModel 'Microsoft.CognitiveServices/accounts/deployments@2026-07-01' = if (!empty(embeddingModelName)) {
  parent: account
  name: '${embeddingModelName}-${embeddingModelVersion}'
  sku: { name: deploymentType, capacity: embeddingCapacity }
  properties: {
    model: { format: 'OpenAI', name: embeddingModelName, version: embeddingModelVersion }
    versionUpgradeOption: 'OnceCurrentVersionExpired'
  }
  dependsOn: [model, secondModel]
}

// Later than the only stable version, which knows no groups of categories.
#disable-next-line use-recent-api-versions
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

@description('The deployment of the model that embeds texts; empty where there is none.')
output embeddingDeploymentName string = empty(embeddingModelName) ? '' : embeddingModel.name
