// Role of the runtime on the Communication Service, to send e-mails. No built-in role is for sending only. A
// custom one would need the same right to write, and outlive the resource group (docs/adr/0049).

@description('The identity of the runtime.')
param principalId string

@description('The resource id of that identity where the deployment runs in another tenant than the identity’s; else empty, since within one tenant it is refused.')
param delegatedIdentityId string

@description('The Communication Service; its keys are disabled, and it holds no domain.')
param communicationName string

// Communication and Email Service Owner, by its documented id.
var communicationAndEmailServiceOwner = '09976791-48a7-449e-bb21-39d1a415f350'

resource communication 'Microsoft.Communication/communicationServices@2025-09-01' existing = { name: communicationName }

resource emailRole 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  scope: communication
  name: guid(communication.id, principalId, communicationAndEmailServiceOwner)
  properties: {
    principalId: principalId
    principalType: 'ServicePrincipal'
    delegatedManagedIdentityResourceId: empty(delegatedIdentityId) ? null : delegatedIdentityId
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', communicationAndEmailServiceOwner)
  }
}
