// One deployment of the chat, all of it in this resource group: deleting the group deletes everything.
targetScope = 'resourceGroup'

@description('Where it is kept; an Azure region that offers the model.')
param location string = resourceGroup().location

@description('The plan that was bought: `start`, `growth` or `professional`.')
param planId string = 'start'

@description('Sites that may use the chat, comma-separated: scheme, host and port, no path. `*`: every site.')
param allowedOrigins string = '*'

@description('Further host names that the service is known by, comma-separated: custom domains. Agents sign in to Teams under one of them.')
param publicHosts string = ''

@description('Client id of the identity provider’s application for agents; empty until it exists.')
param idpAppClientId string = ''

@description('Tenant id of that application; empty until it exists.')
param idpAppTenantId string = ''

@description('What visitors call the assistant; at most 60 characters.')
@maxLength(60)
param assistantName string = 'Assistant'

@description('The model that answers. The second choice where the region does not offer it: `gpt-5.4-mini`, version `2026-03-17`; `npm run check:model` lists what a region offers.')
param modelName string = 'gpt-5.6-luna'

@description('Its version; upgraded by itself only once it has retired.')
param modelVersion string = '2026-07-09'

@description('A second model beside it while models are changed (docs/assistant.md, Change the model); empty for none.')
param secondModelName string = ''

@description('The second model’s version.')
param secondModelVersion string = ''

@description('Where the model may work: `Standard` in the region, `DataZoneStandard` in its data zone (US, EU or Asia Pacific), `GlobalStandard` anywhere.')
@allowed(['GlobalStandard', 'DataZoneStandard', 'Standard'])
param modelDeploymentType string = 'GlobalStandard'

@description('What a million tokens that the model reads cost, in US dollars, as text: `0.2`. Empty for the list price of a known model.')
param modelInputPrice string = ''

@description('What a million tokens cost that come from the prompt cache, in US dollars, as text. Empty for the list price.')
param modelCachedInputPrice string = ''

@description('What a million tokens cost that are written to the prompt cache, in US dollars, as text. Empty for the list price.')
param modelCacheWritePrice string = ''

@description('What a million tokens that the model writes cost, in US dollars, as text. Empty for the list price.')
param modelOutputPrice string = ''

@description('Capacity of the model, in thousands of tokens a minute. 850 is 20 answers a minute with 40 000 tokens of documents.')
@minValue(1)
@maxValue(999999)
param modelCapacity int = 850

@description('The model that embeds texts, so that documents are also searched by meaning (docs/assistant.md, Search by meaning); `none` leaves it out.')
param embeddingModelName string = 'text-embedding-3-small'

@description('The version of the model that embeds texts.')
param embeddingModelVersion string = '1'

@description('Capacity of the model that embeds texts, in thousands of tokens a minute.')
@minValue(1)
@maxValue(999999)
param embeddingCapacity int = 120

@description('The resource id of your own Event Grid topic that gets events of conversations (docs/events.md), of the same tenant; empty for none.')
param eventGridTopicId string = ''

@description('The domain that e-mails to visitors come from (docs/email.md): `managed` for one that Azure makes, or your own, which you verify. Empty for no e-mail.')
param emailDomain string = ''

@description('The part of the sender’s address before the `@`. A managed domain has only `DoNotReply`.')
param emailSender string = 'DoNotReply'

@description('The geography in which e-mails are stored while they are sent, such as `Europe` or `United States`; it cannot be changed.')
param emailDataLocation string = 'Europe'

@description('`serverless` up to about a million chats a month, `autoscale` beyond (docs/scaling.md).')
@allowed(['serverless', 'autoscale'])
param databaseMode string = 'serverless'

@description('The most throughput of the conversations with `autoscale`, in request units a second; all else gets a quarter of it more.')
@minValue(1000)
@maxValue(1000000)
param databaseMaxThroughput int = 4000

@description('`periodic`: the platform keeps copies for 8 hours that only Microsoft’s support can restore. `continuous7Days`: administrators can restore any moment of 7 days, deleted conversations included; this cannot be undone.')
@allowed(['periodic', 'continuous7Days'])
param backup string = 'periodic'

@description('Units of the real-time service, each good for 1 000 connections at once; 0 is the free tier.')
@allowed([0, 1, 2, 5, 10, 20, 50, 100])
param realtimeUnits int = 1

@description('Instances that are always ready: 0, or 1 to spare the first visitor the start.')
@minValue(0)
@maxValue(20)
param alwaysReadyInstances int = 0

@description('The most instances at once.')
@minValue(40)
@maxValue(1000)
param maximumInstances int = 100

@description('Memory of an instance, in megabytes.')
@allowed([512, 2048, 4096])
param instanceMemoryMB int = 2048

@description('Requests that one instance answers at once, streams included; not more than host.json lets in.')
@minValue(1)
@maxValue(200)
param httpConcurrency int = 200

@description('The most telemetry that is taken in on a day, in gigabytes; what is beyond it is dropped.')
@minValue(1)
@maxValue(1000)
param telemetryDailyCapGb int = 1

@description('Days without a message after which a conversation is deleted, unless an agent holds it; 0 keeps them for ever. What was deleted does not come back.')
@minValue(0)
@maxValue(36500)
param retentionDays int = 0

@description('Tokens in a UTC day after which the assistant offers a person; 0 for no limit.')
@minValue(0)
@maxValue(100000000000)
param dailyTokenBudget int = 0

@description('The amount that e-mails are sent at 80 % and 100 % of, in the billing currency, a month; 0 for no budget.')
@minValue(0)
@maxValue(999999999)
param monthlyBudget int = 100

@description('The first day of the month that the budget is made in, as yyyy-MM-dd, and the same while it exists; only with `alertEmail`. Empty for no budget.')
param budgetStart string = ''

@description('The address for e-mails about alerts and the budget; empty for none.')
param alertEmail string = ''

@description('The publisher’s control plane, for plans and status reports; empty sends nothing.')
param controlPlaneUrl string = ''

@description('The application that tokens for the control plane are for; empty sends none.')
param controlPlaneAudience string = ''

@description('The id of the marketplace subscription; empty outside the marketplace.')
param marketplaceSubscriptionId string = ''

@description('Whether a publisher deploys from another tenant than the customer’s, as the marketplace does.')
param crossTenant bool = false

@description('Whether the components are reached through a private network alone. Decide before the first deployment: another one does not take the network, its endpoints and DNS zones away again.')
param privateNetwork bool = false

@description('Further settings of the runtime, an object of names and texts: those of docs/configuration.md that have no parameter of their own. Not for keys; what the template sets itself wins. Empty for none.')
param extraSettings object = {}

// The marketplace deploys by a link, with the package beside the template; `azd` and `az` send the template.
@description('The address that the package lies beside, the template’s own where it has one; empty where `azd` or `az` bring the package.')
param _artifactsLocation string = contains(deployment().properties, 'templateLink') ? deployment().properties.templateLink.uri : ''

@description('The token for that place, as a query string; empty where none is needed.')
@secure()
param _artifactsLocationSasToken string = ''

var suffix = uniqueString(resourceGroup().id)
var packageUri = empty(_artifactsLocation) ? '' : uri(_artifactsLocation, 'released-package.zip${_artifactsLocationSasToken}')
var tags = { application: 'chat-widget-service' }
// As browsers send them, and as the service reads ALLOWED_ORIGINS: lower case, without the scheme's own port.
var listedOrigins = filter(map(split(toLower(allowedOrigins), ','), origin => trim(origin)), origin => !empty(origin))
// `|`, which no origin contains, marks the end of each.
var markedOrigins = map(listedOrigins, origin => startsWith(origin, 'https:') ? replace('${origin}|', ':443|', '|') : replace('${origin}|', ':80|', '|'))
var origins = map(markedOrigins, origin => replace(origin, '|', ''))

module identity 'modules/identity.bicep' = {
  name: 'chat-identity'
  params: { location: location, suffix: suffix, tags: tags }
}

module monitoring 'modules/monitoring.bicep' = {
  name: 'chat-monitoring'
  params: { location: location, suffix: suffix, tags: tags, dailyCapGb: telemetryDailyCapGb }
}

module storage 'modules/storage.bicep' = {
  name: 'chat-storage'
  params: {
    location: location
    suffix: suffix
    tags: tags
    workspaceId: monitoring.outputs.workspaceId
    isPrivate: privateNetwork
  }
}

module vault 'modules/vault.bicep' = {
  name: 'chat-vault'
  params: {
    location: location
    suffix: suffix
    tags: tags
    workspaceId: monitoring.outputs.workspaceId
    isPrivate: privateNetwork
  }
}

module database 'modules/database.bicep' = {
  name: 'chat-database'
  params: {
    databaseName: 'chat'
    containerIds: ['conversations', 'usage', 'ledger', 'counters']
    location: location
    suffix: suffix
    tags: tags
    workspaceId: monitoring.outputs.workspaceId
    isPrivate: privateNetwork
    mode: databaseMode
    maxThroughput: databaseMaxThroughput
    backup: backup
  }
}

module ai 'modules/ai.bicep' = {
  name: 'chat-ai'
  params: {
    location: location
    suffix: suffix
    tags: tags
    workspaceId: monitoring.outputs.workspaceId
    isPrivate: privateNetwork
    modelName: modelName
    modelVersion: modelVersion
    secondModelName: secondModelName
    secondModelVersion: secondModelVersion
    deploymentType: modelDeploymentType
    capacity: modelCapacity
    embeddingModelName: embeddingModelName == 'none' ? '' : embeddingModelName
    embeddingModelVersion: embeddingModelVersion
    embeddingCapacity: embeddingCapacity
  }
}

module realtime 'modules/realtime.bicep' = {
  name: 'chat-realtime'
  params: {
    location: location
    suffix: suffix
    tags: tags
    workspaceId: monitoring.outputs.workspaceId
    units: realtimeUnits
  }
}

module roles 'modules/roles.bicep' = {
  name: 'chat-roles'
  params: {
    principalId: identity.outputs.principalId
    delegatedIdentityId: crossTenant ? identity.outputs.id : ''
    vaultName: vault.outputs.name
    aiName: ai.outputs.name
    realtimeName: realtime.outputs.name
  }
}

module dataRoles 'modules/data-roles.bicep' = {
  name: 'chat-data-roles'
  params: {
    principalId: identity.outputs.principalId
    delegatedIdentityId: crossTenant ? identity.outputs.id : ''
    databaseAccountName: database.outputs.name
    databaseName: database.outputs.databaseName
    insightsName: monitoring.outputs.insightsName
  }
}

module storageRole 'modules/storage-role.bicep' = {
  name: 'chat-storage-role'
  params: {
    principalId: identity.outputs.principalId
    delegatedIdentityId: crossTenant ? identity.outputs.id : ''
    storageName: storage.outputs.name
  }
}

// A scope is evaluated also where its module is left out, so it is always a resource group that exists.
var topicPath = empty(eventGridTopicId)
  ? ['', '', subscription().subscriptionId, '', resourceGroup().name, '', '', '', '']
  : split(eventGridTopicId, '/')

module eventGridRole 'modules/event-grid-role.bicep' = if (!empty(eventGridTopicId)) {
  name: 'chat-event-grid-role'
  scope: resourceGroup(topicPath[2], topicPath[4])
  params: {
    principalId: identity.outputs.principalId
    delegatedIdentityId: crossTenant ? identity.outputs.id : ''
    topicName: topicPath[8]
  }
}

module email 'modules/email.bicep' = if (!empty(emailDomain)) {
  name: 'chat-email'
  params: {
    suffix: suffix
    tags: tags
    workspaceId: monitoring.outputs.workspaceId
    dataLocation: emailDataLocation
    domainName: emailDomain
    senderName: emailSender
  }
}

module emailRole 'modules/email-role.bicep' = if (!empty(emailDomain)) {
  name: 'chat-email-role'
  params: {
    principalId: identity.outputs.principalId
    delegatedIdentityId: crossTenant ? identity.outputs.id : ''
    communicationName: email!.outputs.name
  }
}

module network 'modules/network.bicep' = if (privateNetwork) {
  name: 'chat-network'
  params: {
    location: location
    suffix: suffix
    tags: tags
  }
}

var privateTargets = [
  { name: 'vault', groupId: 'vault', zone: 'privatelink.vaultcore.azure.net' }
  { name: 'database', groupId: 'Sql', zone: 'privatelink.documents.azure.com' }
  { name: 'ai', groupId: 'account', zone: 'privatelink.openai.azure.com' }
  { name: 'storage', groupId: 'blob', zone: 'privatelink.blob.${environment().suffixes.storage}' }
]

// One subnet takes one change at a time.
@batchSize(1)
module privateEndpoints 'modules/private-endpoint.bicep' = [
  for target in privateTargets: if (privateNetwork) {
    name: 'chat-endpoint-${target.name}'
    params: {
      location: location
      name: 'pe-${target.name}-${suffix}'
      tags: tags
      targetId: {
        vault: vault.outputs.id
        database: database.outputs.id
        ai: ai.outputs.id
        storage: storage.outputs.id
      }[target.name]
      groupId: target.groupId
      zoneName: target.zone
      networkId: network!.outputs.id
      subnetId: network!.outputs.endpointsSubnetId
    }
  }
]

module app 'modules/function-app.bicep' = {
  name: 'chat-app'
  params: {
    location: location
    suffix: suffix
    tags: union(tags, { 'azd-service-name': 'runtime' })
    identityId: identity.outputs.id
    packagesUrl: storage.outputs.packagesUrl
    allowedOrigins: origins
    instanceMemoryMB: instanceMemoryMB
    httpConcurrency: httpConcurrency
    maximumInstances: maximumInstances
    alwaysReadyInstances: alwaysReadyInstances
    subnetId: privateNetwork ? network!.outputs.appSubnetId : ''
  }
  dependsOn: [roles, dataRoles, storageRole, privateEndpoints]
}

var forEvents = empty(eventGridTopicId) ? {} : { EVENT_GRID_TOPIC_ENDPOINT: eventGridRole!.outputs.endpoint }
var forEmail = empty(emailDomain) ? {} : email!.outputs.settings
var settings = union(extraSettings, {
  ALLOWED_ORIGINS: allowedOrigins
  APPLICATIONINSIGHTS_CONNECTION_STRING: monitoring.outputs.connectionString
  ASSISTANT_NAME: assistantName
  AZURE_CLIENT_ID: identity.outputs.clientId
  AZURE_ENVIRONMENT: environment().name
  AZURE_OPENAI_DEPLOYMENT: ai.outputs.deploymentName
  AZURE_OPENAI_ENDPOINT: ai.outputs.endpoint
  CONTROL_PLANE_AUDIENCE: controlPlaneAudience
  CONTROL_PLANE_URL: controlPlaneUrl
  COSMOS_DATABASE: database.outputs.databaseName
  COSMOS_ENDPOINT: database.outputs.endpoint
  DAILY_TOKEN_BUDGET: string(dailyTokenBudget)
  DEPLOYMENT_ID: guid(resourceGroup().id)
  EMBEDDING_DEPLOYMENT: ai.outputs.embeddingDeploymentName
  IDP_APP_CLIENT_ID: idpAppClientId
  IDP_APP_TENANT_ID: idpAppTenantId
  IDP_AUTHORITY: environment().authentication.loginEndpoint
  KEY_VAULT_URL: vault.outputs.endpoint
  MARKETPLACE_SUBSCRIPTION_ID: marketplaceSubscriptionId
  MODEL_CACHED_INPUT_PRICE: modelCachedInputPrice
  MODEL_CACHE_WRITE_PRICE: modelCacheWritePrice
  MODEL_INPUT_PRICE: modelInputPrice
  MODEL_OUTPUT_PRICE: modelOutputPrice
  PLAN_ID: planId
  PUBLIC_HOSTS: publicHosts
  RETENTION_DAYS: string(retentionDays)
  UPLOADS_URL: storage.outputs.uploadsUrl
  WEB_PUBSUB_ENDPOINT: realtime.outputs.endpoint
  WEB_PUBSUB_HUB: realtime.outputs.hubName
}, forEvents, forEmail)

module appSettings 'modules/app-settings.bicep' = {
  name: 'chat-app-settings'
  params: {
    appName: app.outputs.name
    identityClientId: identity.outputs.clientId
    storageName: storage.outputs.name
    packageUri: packageUri
    settings: settings
  }
}

module alerts 'modules/alerts.bicep' = {
  name: 'chat-alerts'
  params: {
    suffix: suffix
    tags: tags
    insightsId: monitoring.outputs.insightsId
    alertEmail: alertEmail
    monthlyBudget: monthlyBudget
    budgetStart: budgetStart
  }
}

module availability 'modules/availability.bicep' = {
  name: 'chat-availability'
  params: {
    location: location
    suffix: suffix
    tags: tags
    insightsId: monitoring.outputs.insightsId
    origin: app.outputs.origin
    actionGroupId: alerts.outputs.actionGroupId
  }
}

module modelRetirement 'modules/model-retirement.bicep' = {
  name: 'chat-model-retirement'
  params: {
    location: location
    suffix: suffix
    tags: tags
    insightsId: monitoring.outputs.insightsId
    actionGroupId: alerts.outputs.actionGroupId
  }
}

module workbook 'modules/workbook.bicep' = {
  name: 'chat-workbook'
  params: {
    location: location
    tags: tags
    insightsId: monitoring.outputs.insightsId
  }
}

@description('Where the service is reached.')
output SERVICE_URL string = app.outputs.origin

@description('The dashboard; open to anyone who knows the address until the first admin key is made.')
output DASHBOARD_URL string = uri(app.outputs.origin, '/api/dashboard')

@description('The set-up of agents’ sign-in and the Teams app.')
output SETUP_URL string = uri(app.outputs.origin, '/api/collab-setup')

@description('Whether the service is well, as JSON.')
output HEALTH_URL string = uri(app.outputs.origin, '/api/health')

@description('The start of the budget, which every later deployment repeats; azd keeps it.')
output BUDGET_START string = budgetStart

@description('The app’s name, for `az functionapp deployment`.')
output APP_NAME string = app.outputs.name

@description('The DNS records that verify `emailDomain`, as JSON; `{}` without one, and for a managed one.')
output EMAIL_DNS_RECORDS string = empty(emailDomain) ? '{}' : email!.outputs.dnsRecords

// Every parameter that azd sets by a variable (main.parameters.json), under the variable’s name. With
// `azd env refresh` a new environment gets the values that are deployed. All are texts: azd would write a
// large number as `1e+06`. None is a secret: everyone who may see the deployment sees its outputs.

@description('The parameter `location`, as it is deployed.')
output AZURE_LOCATION string = location

@description('The parameter `planId`, as it is deployed.')
output PLAN_ID string = planId

@description('The parameter `allowedOrigins`, as it is deployed.')
output ALLOWED_ORIGINS string = allowedOrigins

@description('The parameter `publicHosts`, as it is deployed.')
output PUBLIC_HOSTS string = publicHosts

@description('The parameter `idpAppClientId`, as it is deployed.')
output IDP_APP_CLIENT_ID string = idpAppClientId

@description('The parameter `idpAppTenantId`, as it is deployed.')
output IDP_APP_TENANT_ID string = idpAppTenantId

@description('The parameter `assistantName`, as it is deployed.')
output ASSISTANT_NAME string = assistantName

@description('The parameter `modelName`, as it is deployed.')
output MODEL_NAME string = modelName

@description('The parameter `modelVersion`, as it is deployed.')
output MODEL_VERSION string = modelVersion

@description('The parameter `secondModelName`, as it is deployed.')
output SECOND_MODEL_NAME string = secondModelName

@description('The parameter `secondModelVersion`, as it is deployed.')
output SECOND_MODEL_VERSION string = secondModelVersion

@description('The parameter `modelDeploymentType`, as it is deployed.')
output MODEL_DEPLOYMENT_TYPE string = modelDeploymentType

@description('The parameter `modelInputPrice`, as it is deployed.')
output MODEL_INPUT_PRICE string = modelInputPrice

@description('The parameter `modelCachedInputPrice`, as it is deployed.')
output MODEL_CACHED_INPUT_PRICE string = modelCachedInputPrice

@description('The parameter `modelCacheWritePrice`, as it is deployed.')
output MODEL_CACHE_WRITE_PRICE string = modelCacheWritePrice

@description('The parameter `modelOutputPrice`, as it is deployed.')
output MODEL_OUTPUT_PRICE string = modelOutputPrice

@description('The parameter `modelCapacity`, as it is deployed.')
output MODEL_CAPACITY string = string(modelCapacity)

@description('The parameter `embeddingModelName`, as it is deployed.')
output EMBEDDING_MODEL_NAME string = embeddingModelName

@description('The parameter `embeddingModelVersion`, as it is deployed.')
output EMBEDDING_MODEL_VERSION string = embeddingModelVersion

@description('The parameter `embeddingCapacity`, as it is deployed.')
output EMBEDDING_CAPACITY string = string(embeddingCapacity)

@description('The parameter `eventGridTopicId`, as it is deployed.')
output EVENT_GRID_TOPIC_ID string = eventGridTopicId

@description('The parameter `emailDomain`, as it is deployed.')
output EMAIL_DOMAIN string = emailDomain

@description('The parameter `emailSender`, as it is deployed.')
output EMAIL_SENDER string = emailSender

@description('The parameter `emailDataLocation`, as it is deployed.')
output EMAIL_DATA_LOCATION string = emailDataLocation

@description('The parameter `databaseMode`, as it is deployed.')
output DATABASE_MODE string = databaseMode

@description('The parameter `databaseMaxThroughput`, as it is deployed.')
output DATABASE_MAX_THROUGHPUT string = string(databaseMaxThroughput)

@description('The parameter `backup`, as it is deployed.')
output BACKUP string = backup

@description('The parameter `realtimeUnits`, as it is deployed.')
output REALTIME_UNITS string = string(realtimeUnits)

@description('The parameter `alwaysReadyInstances`, as it is deployed.')
output ALWAYS_READY_INSTANCES string = string(alwaysReadyInstances)

@description('The parameter `maximumInstances`, as it is deployed.')
output MAXIMUM_INSTANCES string = string(maximumInstances)

@description('The parameter `instanceMemoryMB`, as it is deployed.')
output INSTANCE_MEMORY_MB string = string(instanceMemoryMB)

@description('The parameter `httpConcurrency`, as it is deployed.')
output HTTP_CONCURRENCY string = string(httpConcurrency)

@description('The parameter `telemetryDailyCapGb`, as it is deployed.')
output TELEMETRY_DAILY_CAP_GB string = string(telemetryDailyCapGb)

@description('The parameter `retentionDays`, as it is deployed.')
output RETENTION_DAYS string = string(retentionDays)

@description('The parameter `dailyTokenBudget`, as it is deployed.')
output DAILY_TOKEN_BUDGET string = string(dailyTokenBudget)

@description('The parameter `monthlyBudget`, as it is deployed.')
output MONTHLY_BUDGET string = string(monthlyBudget)

@description('The parameter `alertEmail`, as it is deployed.')
output ALERT_EMAIL string = alertEmail

@description('The parameter `controlPlaneUrl`, as it is deployed.')
output CONTROL_PLANE_URL string = controlPlaneUrl

@description('The parameter `controlPlaneAudience`, as it is deployed.')
output CONTROL_PLANE_AUDIENCE string = controlPlaneAudience

@description('The parameter `marketplaceSubscriptionId`, as it is deployed.')
output MARKETPLACE_SUBSCRIPTION_ID string = marketplaceSubscriptionId

@description('The parameter `crossTenant`, as it is deployed.')
output CROSS_TENANT string = toLower(string(crossTenant))

@description('The parameter `privateNetwork`, as it is deployed.')
output PRIVATE_NETWORK string = toLower(string(privateNetwork))

@description('The parameter `extraSettings`, as it is deployed.')
output EXTRA_SETTINGS string = string(extraSettings)
