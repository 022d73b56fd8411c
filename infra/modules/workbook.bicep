// Workbook in the portal: latency, errors and cost.

@description('Where it is kept; an Azure region.')
param location string

@description('Tags of each resource.')
param tags object

@description('The resource id of Application Insights, whose telemetry it shows.')
param insightsId string

resource workbook 'Microsoft.Insights/workbooks@2023-06-01' = {
  name: guid(resourceGroup().id, 'chat-workbook')
  location: location
  tags: tags
  kind: 'shared'
  properties: {
    displayName: 'Chat widget'
    category: 'workbook'
    version: 'Notebook/1.0'
    sourceId: insightsId
    serializedData: loadTextContent('../workbook.json')
  }
}

@description('The resource id of the workbook.')
output id string = workbook.id
