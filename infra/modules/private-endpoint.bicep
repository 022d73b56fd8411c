// One component within the private network: its endpoint, and the name under which it is found there.

@description('Azure region.')
param location string

@description('Name of the private endpoint.')
param name string

@description('Tags of all resources.')
param tags object

@description('Resource ID of the component.')
param targetId string

@description('Group ID of the component’s service in Private Link, for example `vault`.')
param groupId string

@description('Private DNS zone of the service, for example `privatelink.vaultcore.azure.net`.')
param zoneName string

@description('Resource ID of the network that uses the DNS zone.')
param networkId string

@description('Resource ID of the subnet of the private endpoint.')
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

@description('Resource ID of the private endpoint.')
output id string = endpoint.id
