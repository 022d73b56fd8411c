// The app’s settings, and its package where the deployment itself brings one. No setting is a key.

@description('Name of the app.')
param appName string

@description('Client ID of the app’s managed identity.')
param identityClientId string

@description('Name of the storage account of the Functions host.')
param storageName string

@description('Settings of the runtime by name (docs/configuration.md).')
param settings object

@description('URL of the package. Leave empty if you deploy the package with `azd` or `az`.')
@secure()
param packageUri string

var platform = {
  AzureWebJobsStorage__accountName: storageName
  AzureWebJobsStorage__credential: 'managedidentity'
  AzureWebJobsStorage__clientId: identityClientId
  APPLICATIONINSIGHTS_AUTHENTICATION_STRING: 'ClientId=${identityClientId};Authorization=AAD'
  // The telemetry SDK does not report about itself to its maker.
  APPLICATION_INSIGHTS_NO_STATSBEAT: 'true'
  // No default page of the platform at the root of the site.
  AzureWebJobsDisableHomepage: 'true'
  // Bytes; default 100 MB. The host buffers a whole body several times before the runtime can refuse it.
  FUNCTIONS_REQUEST_BODY_SIZE_LIMIT: '1048576'
}

resource app 'Microsoft.Web/sites@2025-03-01' existing = {
  name: appName
}

resource appSettings 'Microsoft.Web/sites/config@2025-03-01' = {
  parent: app
  name: 'appsettings'
  properties: union(platform, settings)
}

resource package 'Microsoft.Web/sites/extensions@2025-03-01' = if (!empty(packageUri)) {
  parent: app
  name: 'onedeploy'
  // The published type lacks `properties`; Flex Consumption takes the address of the package there (Microsoft
  // Learn, Automate resource deployment for your function app, Deployment package).
  #disable-next-line BCP187
  properties: {
    packageUri: packageUri
    // The package is run as it is: there is nothing in it that the platform could install.
    remoteBuild: false
  }
  dependsOn: [appSettings]
}
