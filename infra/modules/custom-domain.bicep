// Custom domain of a function app. Its DNS records come first (docs/deploy.md, A domain of your own): the
// platform checks them when the name is bound.

@description('The app’s name.')
param appName string

@description('The host name, for example `plans.example.com`.')
param hostName string

@description('The thumbprint of the certificate that the app’s resource group has for this name.')
param certificateThumbprint string

resource app 'Microsoft.Web/sites@2025-03-01' existing = {
  name: appName
}

resource binding 'Microsoft.Web/sites/hostNameBindings@2025-03-01' = {
  parent: app
  name: hostName
  properties: {
    siteName: appName
    hostNameType: 'Verified'
    sslState: 'SniEnabled'
    thumbprint: certificateThumbprint
  }
}

@description('Where the app is reached under this name, without a slash at the end.')
output origin string = 'https://${binding.name}'
