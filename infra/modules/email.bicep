// E-mail to visitors: a Communication Service, an e-mail service with one domain, and the link of the two.

@description('Suffix of each resource name: letters and digits.')
@minLength(5)
@maxLength(13)
param suffix string

@description('Tags of all resources.')
param tags object

@description('Resource ID of the workspace for diagnostic logs.')
param workspaceId string

@description('Geography in which e-mails are stored during delivery. You cannot change it later.')
param dataLocation string

@description('Domain of e-mails: `managed` for a domain that Azure creates and verifies, or your domain.')
param domainName string

@description('Sender of e-mails, without the domain: the part before the `@`. A managed domain allows only `DoNotReply`.')
param senderName string

var isManaged = domainName == 'managed'
// Both services make this sender themselves.
var ownSender = isManaged || senderName == 'DoNotReply' ? '' : senderName

resource emailService 'Microsoft.Communication/emailServices@2025-09-01' = {
  name: 'ecs-chat-${suffix}'
  location: 'global'
  tags: tags
  properties: { dataLocation: dataLocation }
}

resource domain 'Microsoft.Communication/emailServices/domains@2025-09-01' = {
  parent: emailService
  name: isManaged ? 'AzureManagedDomain' : domainName
  location: 'global'
  tags: tags
  properties: {
    domainManagement: isManaged ? 'AzureManaged' : 'CustomerManaged'
    // No image that reports reads, and no rewritten links.
    userEngagementTracking: 'Disabled'
  }
}

resource sender 'Microsoft.Communication/emailServices/domains/senderUsernames@2025-09-01' = if (!empty(ownSender)) {
  parent: domain
  name: empty(ownSender) ? 'none' : ownSender
  properties: { username: ownSender }
}

// Azure refuses to link a domain before all four checks have passed. Their owner starts them, as a template
// cannot. The state is read at each deployment, so that the next one links the domain.
var states = domain.properties.verificationStates
var isLinked = isManaged ? true : states.Domain.status == 'Verified' && states.SPF.status == 'Verified' && states.DKIM.status == 'Verified' && states.DKIM2.status == 'Verified'

resource communication 'Microsoft.Communication/communicationServices@2025-09-01' = {
  name: 'acs-chat-${suffix}'
  location: 'global'
  tags: tags
  properties: {
    dataLocation: dataLocation
    disableLocalAuth: true
    linkedDomains: isLinked ? [domain.id] : []
  }
  dependsOn: [sender]
}

// Later than the only stable version, which knows no groups of categories.
#disable-next-line use-recent-api-versions
resource diagnostics 'Microsoft.Insights/diagnosticSettings@2021-05-01-preview' = {
  scope: communication
  name: 'to-workspace'
  properties: {
    workspaceId: workspaceId
    // Counts only: the logs of e-mails hold the addresses of visitors.
    metrics: [{ category: 'AllMetrics', enabled: true }]
  }
}

@description('Name of the Communication Service, for its role assignment.')
output name string = communication.name

@description('Settings of the runtime as an object of names and texts. Empty until the domain is verified.')
output settings object = isLinked
  ? {
      EMAIL_ENDPOINT: 'https://${communication.properties.hostName}'
      EMAIL_FROM: '${senderName}@${domain.properties.fromSenderDomain}'
    }
  : {}

@description('DNS records that verify your domain, as JSON. `{}` for a managed domain.')
output dnsRecords string = isManaged ? '{}' : string(domain.properties.verificationRecords)
