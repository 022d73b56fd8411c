// Alerts on errors, latency and cost; availability.bicep adds the one on an outage. docs/operations.md has a
// runbook for each.

@description('Suffix of each resource name: letters and digits.')
@minLength(5)
@maxLength(13)
param suffix string

@description('Tags of all resources.')
param tags object

@description('Resource ID of Application Insights.')
param insightsId string

@description('E-mail address for alerts and the budget. Leave empty to send no e-mails.')
param alertEmail string

@description('Resource ID of an action group to notify in addition. Leave empty to notify none.')
param alertActionGroupId string

@description('Name of the budget.')
param budgetName string

@description('Monthly budget in the billing currency. E-mails are sent at 80 % and 100 % of it. 0 creates no budget.')
@minValue(0)
@maxValue(999999999)
param monthlyBudget int

@description('First day of the month in which the budget was created, as yyyy-MM-dd. Leave empty to create no budget.')
param budgetStart string

var groupIds = concat(empty(alertEmail) ? [] : [people.id], empty(alertActionGroupId) ? [] : [alertActionGroupId])
var actions = map(groupIds, id => { actionGroupId: id })

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

var metrics = [
  { name: 'errors', metric: 'requests/failed', aggregation: 'Count', operator: 'GreaterThan', threshold: 20, severity: 2 }
  { name: 'slow', metric: 'requests/duration', aggregation: 'Average', operator: 'GreaterThan', threshold: 10000, severity: 3 }
]

resource alerts 'Microsoft.Insights/metricAlerts@2026-01-01' = [
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

// The platform refuses a new start for an existing budget, so it is a parameter and not today’s month.
resource budget 'Microsoft.Consumption/budgets@2026-06-01' = if (!empty(alertEmail) && !empty(budgetStart) && monthlyBudget > 0) {
  name: budgetName
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

@description('Resource IDs of the action groups to notify.')
output actionGroupIds array = groupIds
