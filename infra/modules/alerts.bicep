// What somebody is told of: the service away, errors, slowness, and money. docs/operations.md has a runbook for each.

@description('Where it is kept; an Azure region.')
param location string

@description('Appended to the name of each resource; letters and digits.')
@minLength(5)
@maxLength(13)
param suffix string

@description('Tags of each resource.')
param tags object

@description('The resource id of Application Insights.')
param insightsId string

@description('Where the runtime is reached.')
param url string

@description('Who gets the e-mails; empty for nobody.')
param alertEmail string

@description('The amount that e-mails are sent at 80 % and 100 % of, in the billing currency, a month.')
@minValue(1)
param monthlyBudget int

@description('The first day of the first month of the budget, as yyyy-MM-dd.')
param budgetStart string

var actions = empty(alertEmail) ? [] : [{ actionGroupId: people.id }]

resource people 'Microsoft.Insights/actionGroups@2023-01-01' = if (!empty(alertEmail)) {
  name: 'ag-chat-${suffix}'
  location: 'global'
  tags: tags
  properties: {
    groupShortName: 'chat'
    enabled: true
    emailReceivers: [{ name: 'operations', emailAddress: alertEmail, useCommonAlertSchema: true }]
  }
}

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
    Request: { RequestUrl: '${url}/api/health', HttpVerb: 'GET', ParseDependentRequests: false }
    ValidationRules: {
      ExpectedHttpStatusCode: 200
      SSLCheck: true
      SSLCertRemainingLifetimeCheck: 7
      ContentValidation: { ContentMatch: '"ok":true', IgnoreCase: false, PassIfTextFound: true }
    }
  }
}

var metrics = [
  { name: 'errors', metric: 'requests/failed', aggregation: 'Count', operator: 'GreaterThan', threshold: 20, severity: 2 }
  { name: 'slow', metric: 'requests/duration', aggregation: 'Average', operator: 'GreaterThan', threshold: 10000, severity: 3 }
]

resource away 'Microsoft.Insights/metricAlerts@2018-03-01' = {
  name: 'away-chat-${suffix}'
  location: 'global'
  tags: tags
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
    actions: actions
  }
}

resource alerts 'Microsoft.Insights/metricAlerts@2018-03-01' = [
  for alert in metrics: {
    name: '${alert.name}-chat-${suffix}'
    location: 'global'
    tags: tags
    properties: {
      severity: alert.severity
      enabled: true
      scopes: [insightsId]
      evaluationFrequency: 'PT5M'
      windowSize: 'PT15M'
      criteria: {
        'odata.type': 'Microsoft.Azure.Monitor.SingleResourceMultipleMetricCriteria'
        allOf: [
          {
            name: alert.name
            criterionType: 'StaticThresholdCriterion'
            metricName: alert.metric
            timeAggregation: alert.aggregation
            operator: alert.operator
            threshold: alert.threshold
          }
        ]
      }
      actions: actions
    }
  }
]

resource budget 'Microsoft.Consumption/budgets@2023-11-01' = if (!empty(alertEmail)) {
  name: 'budget-chat-${suffix}'
  properties: {
    category: 'Cost'
    amount: monthlyBudget
    timeGrain: 'Monthly'
    timePeriod: { startDate: budgetStart }
    notifications: {
      most: { enabled: true, operator: 'GreaterThan', threshold: 80, contactEmails: [alertEmail] }
      all: { enabled: true, operator: 'GreaterThan', threshold: 100, contactEmails: [alertEmail] }
    }
  }
}
