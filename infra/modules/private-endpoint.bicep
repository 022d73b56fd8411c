// One component within the private network: its endpoint, and the name under which it is found there.

@description('Where it is kept; an Azure region.')
param location string

@description('The endpoint’s name.')
param name string

@description('Tags of each resource.')
param tags object

@description('The component’s resource id.')
param targetId string

@description('Which of its services, as Private Link calls it, for example `vault`.')
param groupId string

@description('The DNS zone of such services, for example `privatelink.vaultcore.azure.net`.')
param zoneName string

@description('The network whose names are resolved.')
param networkId string

@description('The subnet of the endpoint.')
param subnetId string

resource endpoint 'Microsoft.Network/privateEndpoints@2025-09-01' = {
  name: name
  location: location
  tags: tags
  properties: {
    subnet: { id: subnetId }
    privateLinkServiceConnections: [
      { name: name, properties: { privateLinkServiceId: targetId, groupIds: [groupId] } }
    ]
  }
}

resource zone 'Microsoft.Network/privateDnsZones@2024-06-01' = {
  name: zoneName
  location: 'global'
  tags: tags
}

resource link 'Microsoft.Network/privateDnsZones/virtualNetworkLinks@2024-06-01' = {
  parent: zone
  name: 'chat'
  location: 'global'
  tags: tags
  properties: { virtualNetwork: { id: networkId }, registrationEnabled: false }
}

resource names 'Microsoft.Network/privateEndpoints/privateDnsZoneGroups@2025-09-01' = {
  parent: endpoint
  name: 'default'
  properties: {
    privateDnsZoneConfigs: [{ name: groupId, properties: { privateDnsZoneId: zone.id } }]
  }
}

@description('The endpoint’s resource id.')
output id string = endpoint.id
