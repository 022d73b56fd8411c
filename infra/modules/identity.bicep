// The user-assigned managed identity that the runtime reaches every component with, so that no key is stored.
// User-assigned, so that its roles exist before the app starts and outlive an app that is created again.
// Its roles are in roles.bicep; no other principal gets one.

@description('Where it is kept; an Azure region.')
param location string

@description('Appended to the name of each resource; letters and digits.')
@minLength(5)
@maxLength(13)
param suffix string

@description('Tags of each resource.')
param tags object

resource identity 'Microsoft.ManagedIdentity/userAssignedIdentities@2024-11-30' = {
  name: 'id-chat-${suffix}'
  location: location
  tags: tags
}

@description('The resource id, for the function app.')
output id string = identity.id

@description('The object id that roles are given to.')
output principalId string = identity.properties.principalId

@description('The client id that the runtime names it by when it asks for a token.')
output clientId string = identity.properties.clientId
