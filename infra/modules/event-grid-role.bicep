// Role of the runtime on a topic of Event Grid that exists already, also in another resource group: it may
// send events, and nothing else (docs/events.md).

@description('Object ID of the runtime’s managed identity.')
param principalId string

@description('Resource ID of that identity, only for a deployment from another tenant. Leave empty within one tenant: Azure refuses it there.')
param delegatedIdentityId string

@description('Name of the Event Grid topic. Its schema must be CloudEventSchemaV1_0.')
param topicName string

// EventGrid Data Sender, by its documented id.
var eventGridDataSender = 'd5a91429-5739-47e2-a06b-3470a27159e7'

// A Bicep without the types of this version takes it all the same, and would warn.
#disable-next-line BCP081
resource topic 'Microsoft.EventGrid/topics@2025-02-15' existing = { name: topicName }

resource topicRole 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  scope: topic
  name: guid(topic.id, principalId, eventGridDataSender)
  properties: {
    principalId: principalId
    principalType: 'ServicePrincipal'
    delegatedManagedIdentityResourceId: empty(delegatedIdentityId) ? null : delegatedIdentityId
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', eventGridDataSender)
  }
}

@description('Endpoint of the topic.')
output endpoint string = topic.properties.endpoint
