// The publisher’s control plane: plan list and report intake. One resource group, no stored keys.
targetScope = 'resourceGroup'

@description('Where it is kept; an Azure region that offers Flex Consumption.')
param location string = resourceGroup().location

@description('Whose tokens are good for reports: the id of a tenant, or `any` for those of every customer.')
param reportTenantId string = 'any'

@description('What tokens for reports are for: the application id URI of the publisher’s application, for example `api://reports.example.com`.')
param reportAudience string

@description('Identities that an operator names for subscriptions, as `<subscription>=<tenant id>.<object id>`, comma-separated; empty for none.')
param reportRebind string = ''

@description('Further settings of the control plane, an object of names and texts: those of docs/deploy.md that have no parameter of their own. Not for keys; what the template sets itself wins. Empty for none.')
param extraSettings object = {}

@description('A domain of the publisher’s own, for example `plans.example.com`; empty for none. The app must know it already (docs/deploy.md, A domain of your own).')
param customDomain string = ''

@description('The thumbprint of a certificate that the app has for that domain; empty for one that the platform issues.')
param certificateThumbprint string = ''

@description('The address for e-mails about alerts and the budget; empty for none.')
param alertEmail string = ''

@description('The amount that e-mails are sent at 80 % and 100 % of, in the billing currency, a month; 0 for no budget.')
@minValue(0)
@maxValue(999999999)
param monthlyBudget int = 20

@description('The first day of the month that the budget is made in, as yyyy-MM-dd, and the same while it exists; only with `alertEmail`. Empty for no budget.')
param budgetStart string = ''

// Not the suffix of main.bicep, so that both may share a resource group.
var suffix = uniqueString(resourceGroup().id, 'control-plane')
var tags = { application: 'chat-widget-control-plane' }

module identity 'modules/identity.bicep' = {
  name: 'control-plane-identity'
  params: { location: location, suffix: suffix, tags: tags }
}

module monitoring 'modules/monitoring.bicep' = {
  name: 'control-plane-monitoring'
  params: { location: location, suffix: suffix, tags: tags, dailyCapGb: 1 }
}

module storage 'modules/storage.bicep' = {
  name: 'control-plane-storage'
  params: {
    location: location
    suffix: suffix
    tags: tags
    workspaceId: monitoring.outputs.workspaceId
    isPrivate: false
  }
}

module database 'modules/database.bicep' = {
  name: 'control-plane-database'
  params: {
    databaseName: 'control-plane'
    containerIds: ['ledger', 'counters']
    location: location
    suffix: suffix
    tags: tags
    workspaceId: monitoring.outputs.workspaceId
    isPrivate: false
    mode: 'serverless'
    maxThroughput: 1000
    // Reports are billed by: they must come back after a mistake.
    backup: 'continuous7Days'
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
    tags: union(tags, { 'azd-service-name': 'control-plane' })
    identityId: identity.outputs.id
    packagesUrl: storage.outputs.packagesUrl
    // Plans may be read from every page; reports come from servers.
    allowedOrigins: ['*']
    instanceMemoryMB: 512
    httpConcurrency: 100
    maximumInstances: 40
    alwaysReadyInstances: 0
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
  }
  dependsOn: [appSettings]
}

module alerts 'modules/alerts.bicep' = {
  name: 'control-plane-alerts'
  params: {
    suffix: suffix
    tags: tags
    insightsId: monitoring.outputs.insightsId
    alertEmail: alertEmail
    monthlyBudget: monthlyBudget
    budgetStart: budgetStart
  }
}

@description('Where deployments and pages reach it: the `CONTROL_PLANE_URL` of the runtimes.')
output CONTROL_PLANE_URL string = empty(customDomain) ? app.outputs.origin : domain!.outputs.origin

@description('The start of the budget, which every later deployment repeats; azd keeps it.')
output BUDGET_START string = budgetStart

@description('The app’s name, for `az functionapp deployment`.')
output APP_NAME string = app.outputs.name

// Every parameter that azd sets by a variable (control-plane.bicepparam), under its name, as in main.bicep.

@description('The parameter `reportAudience`, as it is deployed.')
output REPORT_AUDIENCE string = reportAudience

@description('The parameter `reportTenantId`, as it is deployed.')
output REPORT_TENANT_ID string = reportTenantId

@description('The parameter `reportRebind`, as it is deployed.')
output REPORT_REBIND string = reportRebind

@description('The parameter `customDomain`, as it is deployed.')
output CUSTOM_DOMAIN string = customDomain

@description('The parameter `certificateThumbprint`, as it is deployed.')
output CERTIFICATE_THUMBPRINT string = certificateThumbprint

@description('The parameter `alertEmail`, as it is deployed.')
output ALERT_EMAIL string = alertEmail

@description('The parameter `extraSettings`, as it is deployed.')
output EXTRA_SETTINGS string = string(extraSettings)
