// Workbook in the portal: latency, errors and cost.

@description('Azure region.')
param location string

@description('Tags of all resources.')
param tags object

@description('Resource ID of Application Insights whose telemetry is shown.')
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

@description('Resource ID of the workbook.')
output id string = workbook.id
