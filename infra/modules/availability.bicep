// Availability test: requests from three continents every five minutes, and an alert on an outage.

@description('Azure region.')
param location string

@description('Suffix of each resource name: letters and digits.')
@minLength(5)
@maxLength(13)
param suffix string

@description('Tags of all resources.')
param tags object

@description('Resource ID of Application Insights.')
param insightsId string

@description('URL of the runtime, without a slash at the end.')
param origin string

@description('Resource IDs of the action groups to notify.')
param actionGroupIds array

resource availability 'Microsoft.Insights/webtests@2022-06-15' = {
  name: 'health-chat-${suffix}'
  location: location
  tags: union(tags, { 'hidden-link:${insightsId}': 'Resource' })
  kind: 'standard'
  properties: {
    SyntheticMonitorId: 'health-chat-${suffix}'
    Name: 'Health'
    Kind: 'standard'
    Enabled: true
    Frequency: 300
    Timeout: 30
    RetryEnabled: true
    Locations: [{ Id: 'emea-nl-ams-azr' }, { Id: 'us-va-ash-azr' }, { Id: 'apac-sg-sin-azr' }]
    Request: { RequestUrl: uri(origin, '/api/health'), HttpVerb: 'GET', ParseDependentRequests: false }
    ValidationRules: {
      ExpectedHttpStatusCode: 200
      SSLCheck: true
      SSLCertRemainingLifetimeCheck: 7
      ContentValidation: { ContentMatch: '"ok":true', IgnoreCase: false, PassIfTextFound: true }
    }
  }
}

resource away 'Microsoft.Insights/metricAlerts@2026-01-01' = {
  name: 'away-chat-${suffix}'
  location: 'global'
  tags: union(tags, { 'hidden-link:${insightsId}': 'Resource', 'hidden-link:${availability.id}': 'Resource' })
  properties: {
    severity: 1
    enabled: true
    scopes: [availability.id, insightsId]
    evaluationFrequency: 'PT1M'
    windowSize: 'PT15M'
    criteria: {
      'odata.type': 'Microsoft.Azure.Monitor.WebtestLocationAvailabilityCriteria'
      webTestId: availability.id
      componentId: insightsId
      failedLocationCount: 2
    }
    actions: map(actionGroupIds, id => { actionGroupId: id })
  }
}
