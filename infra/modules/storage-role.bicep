// Role of an app on the storage account of the Functions host: its package, and the locks of its timers.

@description('The identity of the app.')
param principalId string

@description('The resource id of that identity where the deployment runs in another tenant than the identity’s; else empty, since within one tenant it is refused.')
param delegatedIdentityId string

@description('The storage account.')
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
