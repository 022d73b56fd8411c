// The vault of the admin key. The deployment writes no secret into it: the first rotation does.

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

@description('Set to true to allow access only through private endpoints.')
param isPrivate bool

@description('Number of days that a deleted vault can be recovered. Its name cannot be used again in that time.')
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

@description('Resource ID, for private endpoints.')
output id string = vault.id

@description('Name of the vault, for its role assignment.')
output name string = vault.name

@description('Endpoint for the runtime.')
output endpoint string = vault.properties.vaultUri
