// The user-assigned managed identity that the runtime reaches every component with, so that no key is stored.
// User-assigned, so that its roles exist before the app starts and outlive an app that is created again.
// Its roles are in roles.bicep; no other principal gets one.

@description('Azure region.')
param location string

@description('Suffix of each resource name: letters and digits.')
@minLength(5)
@maxLength(13)
param suffix string

@description('Tags of all resources.')
param tags object

resource identity 'Microsoft.ManagedIdentity/userAssignedIdentities@2024-11-30' = {
  name: 'id-chat-${suffix}'
  location: location
  tags: tags
}

@description('Resource ID, for the function app.')
output id string = identity.id

@description('Object ID, for role assignments.')
output principalId string = identity.properties.principalId

@description('Client ID, with which the runtime requests tokens.')
output clientId string = identity.properties.clientId
