// The publisher’s control plane: plan list and report intake. One resource group, no stored keys.
targetScope = 'resourceGroup'

@description('Azure region of all resources. It must offer Flex Consumption.')
param location string = resourceGroup().location

@description('Tenant whose tokens are accepted for reports: a tenant ID, or `any` for the tenants of all customers.')
param reportTenantId string = 'any'

@description('Audience of tokens for reports: the application ID URI of the publisher’s application, for example `api://reports.example.com`.')
param reportAudience string

@description('Identities that replace the identity of a subscription, as `<subscription>=<tenant ID>.<object ID>`, separated by commas. Leave empty if no identity has changed.')
param reportRebind string = ''

@description('Additional app settings that have no parameter (docs/deploy.md), as an object of names and texts. Settings of this template take precedence. Do not add keys or passwords.')
param extraSettings object = {}

@description('Custom domain of the publisher, for example `plans.example.com`. Add it to the app first (docs/deploy.md, A domain of your own). Leave empty to use the domain of Azure.')
param customDomain string = ''

@description('Thumbprint of a certificate in the app for the custom domain. Leave empty for a certificate that Azure creates and renews.')
param certificateThumbprint string = ''

@description('E-mail address for alerts and the budget. Leave empty to send no e-mails.')
param alertEmail string = ''

@description('Monthly budget in the billing currency. E-mails are sent at 80 % and 100 % of it. 0 creates no budget.')
@minValue(0)
@maxValue(999999999)
param monthlyBudget int = 20

@description('First day of the month in which the budget is created, as yyyy-MM-dd. Keep the same value in later deployments. Leave empty to create no budget. Requires `alertEmail`.')
param budgetStart string = ''

@description('Memory of each instance, in megabytes. Some regions refuse 512.')
@allowed([512, 2048, 4096])
param instanceMemoryMB int = 512

@description('Tags of all resources, as an object of names and texts, for example to meet a policy of your organization.')
param tags object = {}

// Not the suffix of main.bicep, so that both may share a resource group.
var suffix = uniqueString(resourceGroup().id, 'control-plane')
var allTags = union(tags, { application: 'chat-widget-control-plane' })

module identity 'modules/identity.bicep' = {
  name: 'control-plane-identity'
  params: { location: location, suffix: suffix, tags: allTags }
}

module monitoring 'modules/monitoring.bicep' = {
  name: 'control-plane-monitoring'
  params: { location: location, suffix: suffix, tags: allTags, dailyCapGb: 1, retentionInDays: 30 }
}

module storage 'modules/storage.bicep' = {
  name: 'control-plane-storage'
  params: {
    location: location
    suffix: suffix
    tags: allTags
    workspaceId: monitoring.outputs.workspaceId
    isPrivate: false
    zoneRedundant: false
  }
}

module database 'modules/database.bicep' = {
  name: 'control-plane-database'
  params: {
    databaseName: 'control-plane'
    containerIds: ['ledger', 'counters']
    location: location
    suffix: suffix
    tags: allTags
    workspaceId: monitoring.outputs.workspaceId
    isPrivate: false
    mode: 'serverless'
    maxThroughput: 1000
    // Reports are billed by: they must come back after a mistake.
    backup: 'continuous7Days'
    zoneRedundant: false
  }
}

module dataRoles 'modules/data-roles.bicep' = {
  name: 'control-plane-data-roles'
  params: {
    principalId: identity.outputs.principalId
    delegatedIdentityId: ''
    databaseAccountName: database.outputs.name
    databaseName: database.outputs.databaseName
    insightsName: monitoring.outputs.insightsName
  }
}

module storageRole 'modules/storage-role.bicep' = {
  name: 'control-plane-storage-role'
  params: {
    principalId: identity.outputs.principalId
    delegatedIdentityId: ''
    storageName: storage.outputs.name
  }
}

module app 'modules/function-app.bicep' = {
  name: 'control-plane-app'
  params: {
    location: location
    suffix: suffix
    tags: union(allTags, { 'azd-service-name': 'control-plane' })
    identityId: identity.outputs.id
    packagesUrl: storage.outputs.packagesUrl
    // Plans may be read from every page; reports come from servers.
    allowedOrigins: ['*']
    instanceMemoryMB: instanceMemoryMB
    httpConcurrency: 100
    maximumInstances: 40
    alwaysReadyInstances: 0
    siteUpdateStrategy: 'Recreate'
    zoneRedundant: false
    subnetId: ''
  }
  dependsOn: [dataRoles, storageRole]
}

module appSettings 'modules/app-settings.bicep' = {
  name: 'control-plane-app-settings'
  params: {
    appName: app.outputs.name
    identityClientId: identity.outputs.clientId
    storageName: storage.outputs.name
    packageUri: ''
    settings: union(extraSettings, {
      APPLICATIONINSIGHTS_CONNECTION_STRING: monitoring.outputs.connectionString
      AZURE_CLIENT_ID: identity.outputs.clientId
      AZURE_ENVIRONMENT: environment().name
      COSMOS_DATABASE: database.outputs.databaseName
      COSMOS_ENDPOINT: database.outputs.endpoint
      IDP_AUTHORITY: environment().authentication.loginEndpoint
      REPORT_AUDIENCE: reportAudience
      REPORT_REBIND: reportRebind
      REPORT_TENANT_ID: reportTenantId
    })
  }
}

module domain 'modules/custom-domain.bicep' = if (!empty(customDomain)) {
  name: 'control-plane-domain'
  params: {
    appName: app.outputs.name
    location: location
    hostName: customDomain
    certificateThumbprint: certificateThumbprint
    tags: allTags
  }
  dependsOn: [appSettings]
}

module alerts 'modules/alerts.bicep' = {
  name: 'control-plane-alerts'
  params: {
    suffix: suffix
    tags: allTags
    insightsId: monitoring.outputs.insightsId
    alertEmail: alertEmail
    alertActionGroupId: ''
    budgetName: 'budget-control-plane-${suffix}'
    monthlyBudget: monthlyBudget
    budgetStart: budgetStart
  }
}

@description('URL of the control plane: the value of `CONTROL_PLANE_URL` in deployments of customers.')
output CONTROL_PLANE_URL string = empty(customDomain) ? app.outputs.origin : domain!.outputs.origin

@description('Start of the budget. Later deployments use the same value; azd stores it.')
output BUDGET_START string = budgetStart

@description('Name of the function app.')
output APP_NAME string = app.outputs.name

// Every parameter that azd sets by a variable (control-plane.bicepparam), under its name, as in main.bicep.

@description('Deployed value of the parameter `reportAudience`.')
output REPORT_AUDIENCE string = reportAudience

@description('Deployed value of the parameter `reportTenantId`.')
output REPORT_TENANT_ID string = reportTenantId

@description('Deployed value of the parameter `reportRebind`.')
output REPORT_REBIND string = reportRebind

@description('Deployed value of the parameter `customDomain`.')
output CUSTOM_DOMAIN string = customDomain

@description('Deployed value of the parameter `certificateThumbprint`.')
output CERTIFICATE_THUMBPRINT string = certificateThumbprint

@description('Deployed value of the parameter `alertEmail`.')
output ALERT_EMAIL string = alertEmail

@description('Deployed value of the parameter `monthlyBudget`.')
output MONTHLY_BUDGET string = string(monthlyBudget)

@description('Deployed value of the parameter `instanceMemoryMB`.')
output INSTANCE_MEMORY_MB string = string(instanceMemoryMB)

@description('Deployed value of the parameter `extraSettings`.')
output EXTRA_SETTINGS string = string(extraSettings)

@description('Deployed value of the parameter `tags`.')
output TAGS string = string(tags)
