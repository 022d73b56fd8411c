// Keeps the resource group, and what is in it, from being deleted by mistake (docs/deploy.md).

resource lock 'Microsoft.Authorization/locks@2020-05-01' = {
  name: 'keep-chat'
  properties: {
    level: 'CanNotDelete'
    notes: 'Delete this lock before you delete the chat.'
  }
}

@description('Resource ID of the lock.')
output id string = lock.id
