// The model deployment, pinned to one version until that retires, and optional ones beside it.

@description('Azure region. It must offer the model.')
param location string

@description('Suffix of each resource name: letters and digits.')
@minLength(5)
@maxLength(13)
param suffix string

@description('Tags of all resources.')
param tags object

@description('Resource ID of the workspace for diagnostic logs.')
param workspaceId string

@description('Set to true to allow access only through private endpoints.')
param isPrivate bool

@description('Name of the model.')
param modelName string

@description('Version of the model. Azure upgrades it only after it has retired.')
param modelVersion string

@description('Second model, deployed in addition while you change the model. Leave empty if you are not changing the model.')
param secondModelName string

@description('Version of the second model.')
param secondModelVersion string

@description('Where Azure processes requests to the model. `Standard`: in the region. `DataZoneStandard`: in the data zone of the region (US, EU or Asia Pacific). `GlobalStandard`: in any region.')
@allowed(['GlobalStandard', 'DataZoneStandard', 'Standard'])
param deploymentType string

@description('Quota of the model, in thousands of tokens per minute.')
@minValue(1)
@maxValue(999999)
param capacity int

@description('Embedding model. Leave empty to deploy none.')
param embeddingModelName string
@description('Version of the embedding model.')
param embeddingModelVersion string
@description('Where Azure processes requests to the embedding model.')
param embeddingDeploymentType string
@description('Quota of the embedding model, in thousands of tokens per minute.')
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
  sku: { name: embeddingDeploymentType, capacity: embeddingCapacity }
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

@description('Resource ID, for private endpoints.')
output id string = account.id

@description('Name of the account, for its role assignment.')
output name string = account.name

@description('Endpoint for the runtime.')
output endpoint string = account.properties.endpoint

@description('Name of the model deployment.')
output deploymentName string = model.name

@description('Name of the deployment of the embedding model. Empty if there is none.')
output embeddingDeploymentName string = empty(embeddingModelName) ? '' : embeddingModel.name
