// The vault of the admin key. The deployment writes no secret into it: the first rotation does.

@description('Where it is kept; an Azure region.')
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

@description('How long a deleted vault can be brought back, and its name is taken, in days.')
@minValue(7)
@maxValue(90)
param softDeleteRetentionInDays int = 7

resource vault 'Microsoft.KeyVault/vaults@2026-02-01' = {
  name: 'kv-chat-${suffix}'
  location: location
  tags: tags
  properties: {
    // Of the customer, also where a publisher of another tenant deploys.
    tenantId: subscription().tenantId
    sku: { family: 'A', name: 'standard' }
    enableRbacAuthorization: true
    enableSoftDelete: true
    softDeleteRetentionInDays: softDeleteRetentionInDays
    enablePurgeProtection: true
    enabledForDeployment: false
    enabledForDiskEncryption: false
    enabledForTemplateDeployment: false
    publicNetworkAccess: isPrivate ? 'disabled' : 'enabled'
    networkAcls: {
      bypass: 'None'
      defaultAction: isPrivate ? 'Deny' : 'Allow'
    }
  }
}

// Later than the only stable version, which knows no groups of categories.
#disable-next-line use-recent-api-versions
resource diagnostics 'Microsoft.Insights/diagnosticSettings@2021-05-01-preview' = {
  scope: vault
  name: 'to-workspace'
  properties: {
    workspaceId: workspaceId
    logs: [{ categoryGroup: 'audit', enabled: true }]
    metrics: [{ category: 'AllMetrics', enabled: true }]
  }
}

@description('The resource id, for private endpoints.')
output id string = vault.id

@description('The vault’s name, for its role.')
output name string = vault.name

@description('Where the runtime reaches it.')
output endpoint string = vault.properties.vaultUri
