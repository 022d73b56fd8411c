// The function app: Flex Consumption, Node 24, HTTPS only, deployed to with Entra ID tokens only.

@description('Azure region.')
param location string

@description('Suffix of each resource name: letters and digits.')
@minLength(5)
@maxLength(13)
param suffix string

@description('Tags of all resources. The tag `azd-service-name` is for `azd deploy`.')
param tags object

@description('Resource ID of the app’s managed identity.')
param identityId string

@description('URL of the container of the deployed package.')
param packagesUrl string

@description('Origins that can call the app from a browser. `*` allows all.')
param allowedOrigins array

@description('Memory of each instance, in megabytes.')
@allowed([512, 2048, 4096])
param instanceMemoryMB int

@description('Number of requests that one instance processes at the same time, including streams. At most the value in host.json.')
@minValue(1)
@maxValue(200)
param httpConcurrency int

@description('Maximum number of instances at the same time.')
@minValue(40)
@maxValue(1000)
param maximumInstances int

@description('Number of instances that always run. Set 1 so that the first visitor does not wait for a cold start.')
@minValue(0)
@maxValue(20)
param alwaysReadyInstances int

@description('How an update replaces running instances: `Recreate`, or `RollingUpdate`, which lets requests finish.')
@allowed(['Recreate', 'RollingUpdate'])
param siteUpdateStrategy string

@description('Set to true to use the availability zones of the region.')
param zoneRedundant bool

@description('Resource ID of the subnet for outgoing connections. Leave empty without a private network.')
param subnetId string

resource plan 'Microsoft.Web/serverfarms@2025-03-01' = {
  name: 'plan-chat-${suffix}'
  location: location
  tags: tags
  kind: 'functionapp'
  sku: { tier: 'FlexConsumption', name: 'FC1' }
  properties: { reserved: true, zoneRedundant: zoneRedundant }
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
      // The published type lacks it (Microsoft Learn, Site update strategies in Flex Consumption).
      #disable-next-line BCP037
      siteUpdateStrategy: { type: siteUpdateStrategy }
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

@description('Name of the app.')
output name string = app.name

@description('URL of the app, without a slash at the end.')
output origin string = 'https://${app.properties.defaultHostName}'
