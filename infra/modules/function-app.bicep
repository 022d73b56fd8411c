// The function app: Flex Consumption, Node 24, HTTPS only, deployed to with Entra ID tokens only.

@description('Where it runs; an Azure region.')
param location string

@description('Appended to the name of each resource; letters and digits.')
@minLength(5)
@maxLength(13)
param suffix string

@description('Tags of each resource; the app’s name the service that `azd deploy` looks for.')
param tags object

@description('The resource id of the identity that everything is reached with.')
param identityId string

@description('Where the deployed package lies.')
param packagesUrl string

@description('Sites that may call from a browser: origins, or `*`.')
param allowedOrigins array

@description('Memory of an instance, in megabytes.')
@allowed([512, 2048, 4096])
param instanceMemoryMB int

@description('Requests that one instance answers at once, streams included; not more than host.json lets in.')
@minValue(1)
@maxValue(200)
param httpConcurrency int

@description('The most instances at once.')
@minValue(40)
@maxValue(1000)
param maximumInstances int

@description('Instances that are always ready; 0 costs nothing while there are no conversations, 1 spares the first visitor the cold start.')
@minValue(0)
@maxValue(20)
param alwaysReadyInstances int

@description('The subnet that it reaches the private network through; empty for none.')
param subnetId string

resource plan 'Microsoft.Web/serverfarms@2025-03-01' = {
  name: 'plan-chat-${suffix}'
  location: location
  tags: tags
  kind: 'functionapp'
  sku: { tier: 'FlexConsumption', name: 'FC1' }
  properties: { reserved: true }
}

resource app 'Microsoft.Web/sites@2025-03-01' = {
  name: 'func-chat-${suffix}'
  location: location
  tags: tags
  kind: 'functionapp,linux'
  identity: { type: 'UserAssigned', userAssignedIdentities: { '${identityId}': {} } }
  properties: {
    serverFarmId: plan.id
    httpsOnly: true
    clientAffinityEnabled: false
    // For custom domains; it can be chosen only when the app is made. The published type lacks it (Microsoft
    // Learn, Azure Functions app settings, siteScopedCertificatesEnabled).
    #disable-next-line BCP037
    siteScopedCertificatesEnabled: true
    virtualNetworkSubnetId: empty(subnetId) ? null : subnetId
    siteConfig: {
      minTlsVersion: '1.2'
      scmMinTlsVersion: '1.2'
      http20Enabled: true
      cors: { allowedOrigins: allowedOrigins, supportCredentials: false }
    }
    functionAppConfig: {
      runtime: { name: 'node', version: '24' }
      deployment: {
        storage: {
          type: 'blobContainer'
          value: packagesUrl
          authentication: { type: 'UserAssignedIdentity', userAssignedIdentityResourceId: identityId }
        }
      }
      scaleAndConcurrency: {
        instanceMemoryMB: instanceMemoryMB
        maximumInstanceCount: maximumInstances
        alwaysReady: alwaysReadyInstances == 0 ? [] : [{ name: 'http', instanceCount: alwaysReadyInstances }]
        triggers: { http: { perInstanceConcurrency: httpConcurrency } }
      }
    }
  }

  resource ftp 'basicPublishingCredentialsPolicies' = {
    name: 'ftp'
    properties: { allow: false }
  }

  resource scm 'basicPublishingCredentialsPolicies' = {
    name: 'scm'
    properties: { allow: false }
  }
}

@description('The app’s name.')
output name string = app.name

@description('Where visitors, admins and agents reach it, without a slash at the end.')
output origin string = 'https://${app.properties.defaultHostName}'
