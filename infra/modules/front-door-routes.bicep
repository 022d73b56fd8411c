// Routes of Front Door: to the nearest healthy app, without caching at the edge.

@description('The profile’s name.')
param profileName string

@description('The endpoint’s name.')
param endpointName string

@description('The host names of the apps.')
param hostNames array

resource profile 'Microsoft.Cdn/profiles@2025-12-01' existing = {
  name: profileName

  resource endpoint 'afdEndpoints' existing = {
    name: endpointName
  }
}

resource group 'Microsoft.Cdn/profiles/originGroups@2025-12-01' = {
  parent: profile
  name: 'apps'
  properties: {
    // A conversation is in the database, not on an instance: every app may answer every request.
    sessionAffinityState: 'Disabled'
    loadBalancingSettings: { sampleSize: 4, successfulSamplesRequired: 3, additionalLatencyInMilliseconds: 50 }
    healthProbeSettings: {
      probePath: '/api/health'
      probeProtocol: 'Https'
      probeRequestType: 'HEAD'
      probeIntervalInSeconds: 30
    }
  }
}

resource origins 'Microsoft.Cdn/profiles/originGroups/origins@2025-12-01' = [
  for hostName in hostNames: {
    parent: group
    name: 'app-${uniqueString(hostName)}'
    properties: {
      hostName: hostName
      originHostHeader: hostName
      httpsPort: 443
      priority: 1
      weight: 1000
      enforceCertificateNameCheck: true
    }
  }
]

resource route 'Microsoft.Cdn/profiles/afdEndpoints/routes@2025-12-01' = {
  parent: profile::endpoint
  name: 'all'
  properties: {
    originGroup: { id: group.id }
    patternsToMatch: ['/*']
    supportedProtocols: ['Http', 'Https']
    forwardingProtocol: 'HttpsOnly'
    httpsRedirect: 'Enabled'
    linkToDefaultDomain: 'Enabled'
  }
  dependsOn: [origins]
}

@description('The resource id of the route.')
output id string = route.id
