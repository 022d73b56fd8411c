// The storage account that the Functions platform needs: the deployed package, and the locks of the timers.
// Uploaded documents are in it until they are used, for a day at most; files of conversations as long as
// these. Its keys are off: the app's identity alone reads them, with the index tags of virus scans.

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

@description('Set to true to use the availability zones of the region.')
param zoneRedundant bool

resource account 'Microsoft.Storage/storageAccounts@2026-04-01' = {
  name: 'stchat${suffix}'
  location: location
  tags: tags
  kind: 'StorageV2'
  sku: { name: zoneRedundant ? 'Standard_ZRS' : 'Standard_LRS' }
  properties: {
    accessTier: 'Hot'
    allowBlobPublicAccess: false
    allowCrossTenantReplication: false
    allowSharedKeyAccess: false
    defaultToOAuthAuthentication: true
    minimumTlsVersion: 'TLS1_2'
    supportsHttpsTrafficOnly: true
    publicNetworkAccess: isPrivate ? 'Disabled' : 'Enabled'
    networkAcls: {
      bypass: 'None'
      defaultAction: isPrivate ? 'Deny' : 'Allow'
    }
  }
}

resource blobs 'Microsoft.Storage/storageAccounts/blobServices@2026-04-01' = {
  parent: account
  name: 'default'
  properties: {
    deleteRetentionPolicy: { enabled: true, days: 7 }
  }
}

resource packages 'Microsoft.Storage/storageAccounts/blobServices/containers@2026-04-01' = {
  parent: blobs
  name: 'packages'
  properties: { publicAccess: 'None' }
}

resource uploads 'Microsoft.Storage/storageAccounts/blobServices/containers@2026-04-01' = {
  parent: blobs
  name: 'uploads'
  properties: { publicAccess: 'None' }
}

// Later than the only stable version, which knows no groups of categories.
#disable-next-line use-recent-api-versions
resource diagnostics 'Microsoft.Insights/diagnosticSettings@2021-05-01-preview' = {
  scope: blobs
  name: 'to-workspace'
  properties: {
    workspaceId: workspaceId
    logs: [{ categoryGroup: 'audit', enabled: true }]
    metrics: [{ category: 'Transaction', enabled: true }]
  }
}

@description('Resource ID, for private endpoints.')
output id string = account.id

@description('Name of the account, for settings of the Functions host.')
output name string = account.name

@description('URL of the container of the deployed package.')
output packagesUrl string = uri(account.properties.primaryEndpoints.blob, packages.name)

@description('URL of the container of uploaded files.')
output uploadsUrl string = uri(account.properties.primaryEndpoints.blob, uploads.name)
