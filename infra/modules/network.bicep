// The private network through which the app reaches the other components. The app itself stays public.

@description('Where it is kept; an Azure region.')
param location string

@description('Appended to the name of each resource; letters and digits.')
@minLength(5)
@maxLength(13)
param suffix string

@description('Tags of each resource.')
param tags object

resource network 'Microsoft.Network/virtualNetworks@2025-09-01' = {
  name: 'vnet-chat-${suffix}'
  location: location
  tags: tags
  properties: {
    addressSpace: { addressPrefixes: ['10.60.0.0/22'] }
    subnets: [
      {
        name: 'app'
        properties: {
          addressPrefix: '10.60.0.0/24'
          delegations: [{ name: 'flex', properties: { serviceName: 'Microsoft.App/environments' } }]
        }
      }
      {
        name: 'endpoints'
        properties: { addressPrefix: '10.60.1.0/24', privateEndpointNetworkPolicies: 'Enabled' }
      }
    ]
  }

  resource app 'subnets' existing = {
    name: 'app'
  }

  resource endpoints 'subnets' existing = {
    name: 'endpoints'
  }
}

@description('The network, for its DNS zones.')
output id string = network.id

@description('The subnet that the app calls out of.')
output appSubnetId string = network::app.id

@description('The subnet of the private endpoints.')
output endpointsSubnetId string = network::endpoints.id
