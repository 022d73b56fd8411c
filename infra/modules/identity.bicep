// The one identity of the runtime, with which it reaches every component, so that no key is stored anywhere.
// It is not the function app’s own: its roles are there before the app starts, and stay where the app is made anew.
//
// What it may do is in roles.bicep, and nobody else is given anything.

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
