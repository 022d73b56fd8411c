// Front Door before two regions. The apps accept requests with its id only.

@description('Appended to the name of each resource; letters and digits.')
@minLength(5)
@maxLength(13)
param suffix string

@description('Tags of each resource.')
param tags object

resource profile 'Microsoft.Cdn/profiles@2025-12-01' = {
  name: 'afd-chat-${suffix}'
  location: 'global'
  tags: tags
  sku: { name: 'Standard_AzureFrontDoor' }
  // A stream is silent for 15 s at most (docs/api.md); an answer takes 90 s.
  properties: { originResponseTimeoutSeconds: 120 }
}

resource endpoint 'Microsoft.Cdn/profiles/afdEndpoints@2025-12-01' = {
  parent: profile
  name: 'chat-${suffix}'
  location: 'global'
  tags: tags
  properties: { enabledState: 'Enabled' }
}

@description('The profile’s name, for its routes.')
output name string = profile.name

@description('The endpoint’s name, for its routes.')
output endpointName string = endpoint.name

@description('What the apps know its requests by.')
output frontDoorId string = profile.properties.frontDoorId

@description('The host name that visitors, admins and agents use.')
output hostName string = endpoint.properties.hostName

@description('Where the service is reached, without a slash at the end.')
output origin string = 'https://${endpoint.properties.hostName}'
