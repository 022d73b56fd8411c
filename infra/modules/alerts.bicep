// Alerts on errors, latency and cost; availability.bicep adds the one on an outage. docs/operations.md has a
// runbook for each.

@description('Appended to the name of each resource; letters and digits.')
@minLength(5)
@maxLength(13)
param suffix string

@description('Tags of each resource.')
param tags object

@description('The resource id of Application Insights.')
param insightsId string

@description('The address for the e-mails; empty for none.')
param alertEmail string

@description('The amount that e-mails are sent at 80 % and 100 % of, in the billing currency, a month; 0 for no budget.')
@minValue(0)
@maxValue(999999999)
param monthlyBudget int

@description('The first day of the month that the budget was made in, as yyyy-MM-dd; empty for no budget.')
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

@description('The resource id of the action group; empty where no address was given.')
output actionGroupId string = empty(alertEmail) ? '' : people.id
