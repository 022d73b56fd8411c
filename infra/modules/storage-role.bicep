// Role of an app on the storage account of the Functions host: its package, and the locks of its timers.

@description('Object ID of the app’s managed identity.')
param principalId string

@description('Resource ID of that identity, only for a deployment from another tenant. Leave empty within one tenant: Azure refuses it there.')
param delegatedIdentityId string

@description('Name of the storage account.')
param storageName string

// Storage Blob Data Owner, by its documented id.
var storageBlobDataOwner = 'b7e6dc6d-f1e8-4753-8033-0f276bb0955b'

resource storage 'Microsoft.Storage/storageAccounts@2026-04-01' existing = { name: storageName }

resource storageRole 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  scope: storage
  name: guid(storage.id, principalId, storageBlobDataOwner)
  properties: {
    principalId: principalId
    principalType: 'ServicePrincipal'
    delegatedManagedIdentityResourceId: empty(delegatedIdentityId) ? null : delegatedIdentityId
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', storageBlobDataOwner)
  }
}
