// The private network through which the app reaches the other components. The app itself stays public.

@description('Azure region.')
param location string

@description('Suffix of each resource name: letters and digits.')
@minLength(5)
@maxLength(13)
param suffix string

@description('Tags of all resources.')
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

@description('Resource ID of the network, for its DNS zones.')
output id string = network.id

@description('Resource ID of the subnet for outgoing connections of the app.')
output appSubnetId string = network::app.id

@description('Resource ID of the subnet of the private endpoints.')
output endpointsSubnetId string = network::endpoints.id
