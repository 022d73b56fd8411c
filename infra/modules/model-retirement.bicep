// An e-mail before the model that answers or the embedding model retires (docs/assistant.md).

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

@description('Resource IDs of the action groups to notify.')
param actionGroupIds array

// The runtime sends one event a day for each of the two models, with the days until its retirement.
resource retirement 'Microsoft.Insights/scheduledQueryRules@2026-03-01' = {
  name: 'model-retires-chat-${suffix}'
  location: location
  tags: tags
  kind: 'LogAlert'
  properties: {
    displayName: 'A model retires in less than 30 days'
    description: 'Health names the model: docs/assistant.md, Change the model.'
    severity: 1
    enabled: true
    scopes: [insightsId]
    evaluationFrequency: 'PT1H'
    windowSize: 'P1D'
    // The table is made with the first event.
    skipQueryValidation: true
    criteria: {
      allOf: [
        {
          query: 'customEvents | where name == \'model-checked\' | where toint(customMeasurements.daysLeft) < 30'
          timeAggregation: 'Count'
          operator: 'GreaterThan'
          threshold: 0
          failingPeriods: { numberOfEvaluationPeriods: 1, minFailingPeriodsToAlert: 1 }
        }
      ]
    }
    actions: { actionGroups: actionGroupIds }
  }
}

@description('Resource ID of the rule.')
output id string = retirement.id
