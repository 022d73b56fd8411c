// Role of the runtime on the Communication Service, to send e-mails. No built-in role is for sending only. A
// custom one would need the same right to write, and outlive the resource group (docs/adr/0049).

@description('Object ID of the runtime’s managed identity.')
param principalId string

@description('Resource ID of that identity, only for a deployment from another tenant. Leave empty within one tenant: Azure refuses it there.')
param delegatedIdentityId string

@description('Name of the Communication Service. Its keys are disabled, and it holds no domain.')
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
