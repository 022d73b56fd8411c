// Custom domain of a function app; a part of the control plane's template, and a template by itself for the
// runtime. Its DNS records and its host name come first (docs/deploy.md, A domain of your own).

@description('Name of the app.')
param appName string

@description('Azure region of the app.')
param location string = resourceGroup().location

@description('Host name, for example `plans.example.com`.')
param hostName string

@description('Thumbprint of a certificate in the app for this name. Leave empty for a certificate that Azure creates and renews.')
param certificateThumbprint string = ''

@description('Tags of the certificate.')
param tags object = {}

resource app 'Microsoft.Web/sites@2025-03-01' existing = {
  name: appName
}

// A certificate of a Flex Consumption app belongs to the app and not to its resource group.
resource certificate 'Microsoft.Web/sites/certificates@2025-03-01' = if (empty(certificateThumbprint)) {
  parent: app
  name: replace(hostName, '.', '-')
  location: location
  tags: tags
  properties: { canonicalName: hostName }
}

resource binding 'Microsoft.Web/sites/hostNameBindings@2025-03-01' = {
  parent: app
  name: hostName
  properties: {
    siteName: appName
    hostNameType: 'Verified'
    sslState: 'SniEnabled'
    thumbprint: empty(certificateThumbprint) ? certificate!.properties.thumbprint : certificateThumbprint
  }
}

@description('URL of the app under this name, without a slash at the end.')
output origin string = 'https://${binding.name}'
