// One deployment of the chat, all of it in this resource group: deleting the group deletes everything.
targetScope = 'resourceGroup'

@description('Azure region of all resources. It must offer Flex Consumption and the model.')
param location string = resourceGroup().location

@description('Plan that you bought: `start`, `growth` or `professional`.')
param planId string = 'start'

@description('Websites that can use the chat, separated by commas: scheme, host and port, without a path. Enter `*` for all websites.')
param allowedOrigins string = '*'

@description('Custom domains of the service, separated by commas. Agents can sign in under these names.')
param publicHosts string = ''

@description('Application (client) ID that agents sign in with. You can add it later.')
param idpAppClientId string = ''

@description('Directory (tenant) ID of that application. You can add it later.')
param idpAppTenantId string = ''

@description('Name of the assistant that visitors see, up to 60 characters.')
@maxLength(60)
param assistantName string = 'Assistant'

@description('Model that answers visitors. The second choice for regions without it: `gpt-5.4-mini`, version `2026-03-17`. `npm run check:model` lists the models of a region.')
param modelName string = 'gpt-5.6-luna'

@description('Version of the model. Azure upgrades it only after it has retired.')
param modelVersion string = '2026-07-09'

@description('Second model, deployed in addition while you change from one model to another (docs/assistant.md, Change the model). Leave empty if you are not changing the model.')
param secondModelName string = ''

@description('Version of the second model.')
param secondModelVersion string = ''

@description('Where Azure processes requests to the model. `Standard`: in the region. `DataZoneStandard`: in the data zone of the region (US, EU or Asia Pacific). `GlobalStandard`: in any region.')
@allowed(['GlobalStandard', 'DataZoneStandard', 'Standard'])
param modelDeploymentType string = 'GlobalStandard'

@description('Prices of the model in US dollars per million tokens, if they differ from the list prices: an object with `input`, `cachedInput` and `output`, each as text, for example `{ "input": "0.2" }`.')
param modelPrices object = {}

@description('Quota of the model, in thousands of tokens per minute. 850 allows 20 answers per minute with 40 000 tokens of documents each.')
@minValue(1)
@maxValue(999999)
param modelCapacity int = 850

@description('Embedding model that finds documents by meaning as well as by words (docs/assistant.md, Search by meaning). Enter `none` to search by words only.')
param embeddingModelName string = 'text-embedding-3-small'

@description('Version of the embedding model.')
param embeddingModelVersion string = '1'

@description('Where Azure processes requests to the embedding model, if not in the same places as those to the model. In the EU only `DataZoneStandard` and `GlobalStandard` offer one (docs/eu.md).')
@allowed(['', 'GlobalStandard', 'DataZoneStandard', 'Standard'])
param embeddingDeploymentType string = ''

@description('Quota of the embedding model, in thousands of tokens per minute.')
@minValue(1)
@maxValue(999999)
param embeddingCapacity int = 120

@description('Resource ID of your Event Grid topic that receives events about conversations (docs/events.md). It must be in the same tenant. Leave empty to send no events.')
param eventGridTopicId string = ''

@description('Domain of e-mails to visitors (docs/email.md). Enter `managed` for a domain of Azure, or your domain, which you then verify. Leave empty to send no e-mails.')
param emailDomain string = ''

@description('Sender of e-mails, without the domain: the part before the `@`. A managed domain allows only `DoNotReply`.')
param emailSender string = 'DoNotReply'

@description('Geography in which e-mails are stored during delivery, for example `Europe` or `United States`. You cannot change it later.')
param emailDataLocation string = 'Europe'

@description('Billing of the database. `serverless`: by use, for up to about a million chats per month. `autoscale`: by throughput, for more (docs/scaling.md). You cannot change it later.')
@allowed(['serverless', 'autoscale'])
param databaseMode string = 'serverless'

@description('Maximum throughput of conversations with `autoscale`, in request units per second. Other data gets a quarter of it in addition.')
@minValue(1000)
@maxValue(1000000)
param databaseMaxThroughput int = 4000

@description('Backup of the database. `periodic`: copies of the last 8 hours that only Microsoft Support can restore. `continuous7Days`: administrators can restore any moment of the last 7 days, including deleted conversations. You cannot change back to `periodic`.')
@allowed(['periodic', 'continuous7Days'])
param backup string = 'periodic'

@description('Units of Web PubSub, each for 1 000 connections at the same time. 0 is the free tier with 20 connections.')
@allowed([0, 1, 2, 5, 10, 20, 50, 100])
param realtimeUnits int = 1

@description('Number of instances that always run. Set 1 so that the first visitor does not wait for a cold start.')
@minValue(0)
@maxValue(20)
param alwaysReadyInstances int = 0

@description('Maximum number of instances at the same time.')
@minValue(40)
@maxValue(1000)
param maximumInstances int = 100

@description('Memory of each instance, in megabytes.')
@allowed([512, 2048, 4096])
param instanceMemoryMB int = 2048

@description('How an update replaces running instances. `Recreate` ends requests in flight. `RollingUpdate` lets them finish; Azure has it as a preview.')
@allowed(['Recreate', 'RollingUpdate'])
param siteUpdateStrategy string = 'Recreate'

@description('Spread the app, the database and the storage over availability zones. Decide before the first deployment. The region must have zones; set `alwaysReadyInstances` to 2 at least.')
param zoneRedundant bool = false

@description('Number of days that logs of the components are kept. Azure keeps telemetry for at least 90 days (docs/operations.md).')
@minValue(30)
@maxValue(730)
param logRetentionDays int = 30

@description('Lock of the resource group. `CanNotDelete`: no one can delete it or a resource in it until the lock is deleted.')
@allowed(['None', 'CanNotDelete'])
param resourceLock string = 'None'

@description('Maximum telemetry per day, in gigabytes. Telemetry above this limit is discarded.')
@minValue(1)
@maxValue(1000)
param telemetryDailyCapGb int = 1

@description('Number of days without messages after which a conversation is permanently deleted. Conversations that an agent has claimed are kept. 0 keeps all conversations.')
@minValue(0)
@maxValue(36500)
param retentionDays int = 0

@description('Maximum number of tokens per UTC day. When it is reached, the assistant quotes documents and offers an agent. 0 sets no limit.')
@minValue(0)
@maxValue(100000000000)
param dailyTokenBudget int = 0

@description('Monthly budget in the billing currency. E-mails are sent at 80 % and 100 % of it. 0 creates no budget.')
@minValue(0)
@maxValue(999999999)
param monthlyBudget int = 100

@description('First day of the month in which the budget is created, as yyyy-MM-dd. Keep the same value in later deployments. Leave empty to create no budget. Requires `alertEmail`.')
param budgetStart string = ''

@description('E-mail address for alerts and the budget. Leave empty to send no e-mails.')
param alertEmail string = ''

@description('Resource ID of your action group, for alerts by SMS, phone call, push or webhook (docs/operations.md). It is notified in addition to `alertEmail`.')
param alertActionGroupId string = ''

@description('URL of the publisher’s control plane, for plans and status reports. Leave empty to send no reports.')
param controlPlaneUrl string = ''

@description('Audience of tokens for the control plane: its application ID URI. Leave empty to send no token.')
param controlPlaneAudience string = ''

@description('ID of the marketplace subscription. Leave empty outside the marketplace.')
param marketplaceSubscriptionId string = ''

@description('Set to true if the publisher deploys from another tenant than the customer’s, as in the marketplace.')
param crossTenant bool = false

@description('Connect the app to the database, vault, model and storage through private endpoints only. Decide before the first deployment: a later deployment does not remove the network.')
param privateNetwork bool = false

@description('Additional app settings that have no parameter (docs/configuration.md), as an object of names and texts. Settings of this template take precedence. Do not add keys or passwords.')
param extraSettings object = {}

@description('Tags of all resources, as an object of names and texts, for example to meet a policy of your organization.')
param tags object = {}

// The marketplace deploys by a link, with the package beside the template; `azd` and `az` send the template.
@description('Base URL of the package. Leave empty if you deploy the package with `azd` or `az`.')
param _artifactsLocation string = contains(deployment().properties, 'templateLink') ? deployment().properties.templateLink.uri : ''

@description('SAS token for that URL, if it requires one.')
@secure()
param _artifactsLocationSasToken string = ''

var suffix = uniqueString(resourceGroup().id)
var packageUri = empty(_artifactsLocation) ? '' : uri(_artifactsLocation, 'released-package.zip${_artifactsLocationSasToken}')
var allTags = union(tags, { application: 'chat-widget-service' })
// As browsers send them, and as the service reads ALLOWED_ORIGINS: lower case, without the scheme's own port.
var listedOrigins = filter(map(split(toLower(allowedOrigins), ','), origin => trim(origin)), origin => !empty(origin))
// `|`, which no origin contains, marks the end of each.
var markedOrigins = map(listedOrigins, origin => startsWith(origin, 'https:') ? replace('${origin}|', ':443|', '|') : replace('${origin}|', ':80|', '|'))
var origins = map(markedOrigins, origin => replace(origin, '|', ''))

module identity 'modules/identity.bicep' = {
  name: 'chat-identity'
  params: { location: location, suffix: suffix, tags: allTags }
}

module monitoring 'modules/monitoring.bicep' = {
  name: 'chat-monitoring'
  params: { location: location, suffix: suffix, tags: allTags, dailyCapGb: telemetryDailyCapGb, retentionInDays: logRetentionDays }
}

module storage 'modules/storage.bicep' = {
  name: 'chat-storage'
  params: {
    location: location
    suffix: suffix
    tags: allTags
    workspaceId: monitoring.outputs.workspaceId
    isPrivate: privateNetwork
    zoneRedundant: zoneRedundant
  }
}

module vault 'modules/vault.bicep' = {
  name: 'chat-vault'
  params: {
    location: location
    suffix: suffix
    tags: allTags
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
    tags: allTags
    workspaceId: monitoring.outputs.workspaceId
    isPrivate: privateNetwork
    mode: databaseMode
    maxThroughput: databaseMaxThroughput
    backup: backup
    zoneRedundant: zoneRedundant
  }
}

module ai 'modules/ai.bicep' = {
  name: 'chat-ai'
  params: {
    location: location
    suffix: suffix
    tags: allTags
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
    embeddingDeploymentType: empty(embeddingDeploymentType) ? modelDeploymentType : embeddingDeploymentType
    embeddingCapacity: embeddingCapacity
  }
}

module realtime 'modules/realtime.bicep' = {
  name: 'chat-realtime'
  params: {
    location: location
    suffix: suffix
    tags: allTags
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
    tags: allTags
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
    tags: allTags
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
      tags: allTags
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
    tags: union(allTags, { 'azd-service-name': 'runtime' })
    identityId: identity.outputs.id
    packagesUrl: storage.outputs.packagesUrl
    allowedOrigins: origins
    instanceMemoryMB: instanceMemoryMB
    // maxConcurrentRequests of host.json: streams wait for the model, so one core serves them.
    httpConcurrency: 200
    maximumInstances: maximumInstances
    alwaysReadyInstances: alwaysReadyInstances
    siteUpdateStrategy: siteUpdateStrategy
    zoneRedundant: zoneRedundant
    subnetId: privateNetwork ? network!.outputs.appSubnetId : ''
  }
  dependsOn: [roles, dataRoles, storageRole, privateEndpoints]
}

var forEvents = empty(eventGridTopicId) ? {} : { EVENT_GRID_TOPIC_ENDPOINT: eventGridRole!.outputs.endpoint }
var forEmail = empty(emailDomain) ? {} : email!.outputs.settings
// A request larger than the quota of a minute is always refused, so a small quota allows fewer documents in a
// prompt: a fifth of it, and at most the least default of the runtime (docs/configuration.md).
var fewDocuments = modelCapacity < 200 ? { KNOWLEDGE_PROMPT_TOKENS: string(min(12000, modelCapacity * 200)) } : {}
var furtherSettings = union(fewDocuments, extraSettings)
var settings = union(furtherSettings, {
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
  MODEL_CACHED_INPUT_PRICE: modelPrices.?cachedInput ?? ''
  MODEL_INPUT_PRICE: modelPrices.?input ?? ''
  MODEL_OUTPUT_PRICE: modelPrices.?output ?? ''
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
    tags: allTags
    insightsId: monitoring.outputs.insightsId
    alertEmail: alertEmail
    alertActionGroupId: alertActionGroupId
    budgetName: 'budget-chat-${suffix}'
    monthlyBudget: monthlyBudget
    budgetStart: budgetStart
  }
}

module availability 'modules/availability.bicep' = {
  name: 'chat-availability'
  params: {
    location: location
    suffix: suffix
    tags: allTags
    insightsId: monitoring.outputs.insightsId
    origin: app.outputs.origin
    actionGroupIds: alerts.outputs.actionGroupIds
  }
}

module modelRetirement 'modules/model-retirement.bicep' = {
  name: 'chat-model-retirement'
  params: {
    location: location
    suffix: suffix
    tags: allTags
    insightsId: monitoring.outputs.insightsId
    actionGroupIds: alerts.outputs.actionGroupIds
  }
}

module workbook 'modules/workbook.bicep' = {
  name: 'chat-workbook'
  params: {
    location: location
    tags: allTags
    insightsId: monitoring.outputs.insightsId
  }
}

module lock 'modules/lock.bicep' = if (resourceLock != 'None') {
  name: 'chat-lock'
  dependsOn: [appSettings, alerts]
}

@description('URL of the service.')
output SERVICE_URL string = app.outputs.origin

@description('URL of the dashboard. Anyone can open it until you create the admin key.')
output DASHBOARD_URL string = uri(app.outputs.origin, '/api/dashboard')

@description('URL of the setup page for the sign-in of agents and the Teams app.')
output SETUP_URL string = uri(app.outputs.origin, '/api/collab-setup')

@description('URL of the health check.')
output HEALTH_URL string = uri(app.outputs.origin, '/api/health')

@description('Start of the budget. Later deployments use the same value; azd stores it.')
output BUDGET_START string = budgetStart

@description('Name of the function app.')
output APP_NAME string = app.outputs.name

@description('DNS records that verify `emailDomain`, as JSON. `{}` without a domain and for a managed one.')
output EMAIL_DNS_RECORDS string = empty(emailDomain) ? '{}' : email!.outputs.dnsRecords

// Every parameter that azd sets by a variable (main.parameters.json), under the variable’s name. With
// `azd env refresh` a new environment gets the values that are deployed. All are texts: azd would write a
// large number as `1e+06`. None is a secret: everyone who may see the deployment sees its outputs.

@description('Deployed value of the parameter `location`.')
output AZURE_LOCATION string = location

@description('Deployed value of the parameter `planId`.')
output PLAN_ID string = planId

@description('Deployed value of the parameter `allowedOrigins`.')
output ALLOWED_ORIGINS string = allowedOrigins

@description('Deployed value of the parameter `publicHosts`.')
output PUBLIC_HOSTS string = publicHosts

@description('Deployed value of the parameter `idpAppClientId`.')
output IDP_APP_CLIENT_ID string = idpAppClientId

@description('Deployed value of the parameter `idpAppTenantId`.')
output IDP_APP_TENANT_ID string = idpAppTenantId

@description('Deployed value of the parameter `assistantName`.')
output ASSISTANT_NAME string = assistantName

@description('Deployed value of the parameter `modelName`.')
output MODEL_NAME string = modelName

@description('Deployed value of the parameter `modelVersion`.')
output MODEL_VERSION string = modelVersion

@description('Deployed value of the parameter `secondModelName`.')
output SECOND_MODEL_NAME string = secondModelName

@description('Deployed value of the parameter `secondModelVersion`.')
output SECOND_MODEL_VERSION string = secondModelVersion

@description('Deployed value of the parameter `modelDeploymentType`.')
output MODEL_DEPLOYMENT_TYPE string = modelDeploymentType

@description('Deployed value of the parameter `modelPrices`.')
output MODEL_PRICES string = string(modelPrices)

@description('Deployed value of the parameter `modelCapacity`.')
output MODEL_CAPACITY string = string(modelCapacity)

@description('Deployed value of the parameter `embeddingModelName`.')
output EMBEDDING_MODEL_NAME string = embeddingModelName

@description('Deployed value of the parameter `embeddingModelVersion`.')
output EMBEDDING_MODEL_VERSION string = embeddingModelVersion

@description('Deployed value of the parameter `embeddingDeploymentType`.')
output EMBEDDING_DEPLOYMENT_TYPE string = embeddingDeploymentType

@description('Deployed value of the parameter `embeddingCapacity`.')
output EMBEDDING_CAPACITY string = string(embeddingCapacity)

@description('Deployed value of the parameter `eventGridTopicId`.')
output EVENT_GRID_TOPIC_ID string = eventGridTopicId

@description('Deployed value of the parameter `emailDomain`.')
output EMAIL_DOMAIN string = emailDomain

@description('Deployed value of the parameter `emailSender`.')
output EMAIL_SENDER string = emailSender

@description('Deployed value of the parameter `emailDataLocation`.')
output EMAIL_DATA_LOCATION string = emailDataLocation

@description('Deployed value of the parameter `databaseMode`.')
output DATABASE_MODE string = databaseMode

@description('Deployed value of the parameter `databaseMaxThroughput`.')
output DATABASE_MAX_THROUGHPUT string = string(databaseMaxThroughput)

@description('Deployed value of the parameter `backup`.')
output BACKUP string = backup

@description('Deployed value of the parameter `realtimeUnits`.')
output REALTIME_UNITS string = string(realtimeUnits)

@description('Deployed value of the parameter `alwaysReadyInstances`.')
output ALWAYS_READY_INSTANCES string = string(alwaysReadyInstances)

@description('Deployed value of the parameter `maximumInstances`.')
output MAXIMUM_INSTANCES string = string(maximumInstances)

@description('Deployed value of the parameter `instanceMemoryMB`.')
output INSTANCE_MEMORY_MB string = string(instanceMemoryMB)

@description('Deployed value of the parameter `siteUpdateStrategy`.')
output SITE_UPDATE_STRATEGY string = siteUpdateStrategy

@description('Deployed value of the parameter `zoneRedundant`.')
output ZONE_REDUNDANT string = toLower(string(zoneRedundant))

@description('Deployed value of the parameter `logRetentionDays`.')
output LOG_RETENTION_DAYS string = string(logRetentionDays)

@description('Deployed value of the parameter `resourceLock`.')
output RESOURCE_LOCK string = resourceLock

@description('Deployed value of the parameter `telemetryDailyCapGb`.')
output TELEMETRY_DAILY_CAP_GB string = string(telemetryDailyCapGb)

@description('Deployed value of the parameter `retentionDays`.')
output RETENTION_DAYS string = string(retentionDays)

@description('Deployed value of the parameter `dailyTokenBudget`.')
output DAILY_TOKEN_BUDGET string = string(dailyTokenBudget)

@description('Deployed value of the parameter `monthlyBudget`.')
output MONTHLY_BUDGET string = string(monthlyBudget)

@description('Deployed value of the parameter `alertEmail`.')
output ALERT_EMAIL string = alertEmail

@description('Deployed value of the parameter `alertActionGroupId`.')
output ALERT_ACTION_GROUP_ID string = alertActionGroupId

@description('Deployed value of the parameter `controlPlaneUrl`.')
output CONTROL_PLANE_URL string = controlPlaneUrl

@description('Deployed value of the parameter `controlPlaneAudience`.')
output CONTROL_PLANE_AUDIENCE string = controlPlaneAudience

@description('Deployed value of the parameter `marketplaceSubscriptionId`.')
output MARKETPLACE_SUBSCRIPTION_ID string = marketplaceSubscriptionId

@description('Deployed value of the parameter `crossTenant`.')
output CROSS_TENANT string = toLower(string(crossTenant))

@description('Deployed value of the parameter `privateNetwork`.')
output PRIVATE_NETWORK string = toLower(string(privateNetwork))

@description('Deployed value of the parameter `extraSettings`.')
output EXTRA_SETTINGS string = string(extraSettings)

@description('Deployed value of the parameter `tags`.')
output TAGS string = string(tags)
