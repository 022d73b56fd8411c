// Latency, errors and cost at a glance, in the portal beside the application.

@description('Where it is kept; an Azure region.')
param location string

@description('Tags of each resource.')
param tags object

@description('The resource id of Application Insights, whose telemetry it shows.')
param insightsId string

@description('What a million tokens that the model reads cost, in US dollars, as text.')
param inputPrice string

@description('What a million tokens that the model writes cost, in US dollars, as text.')
param outputPrice string

var content = loadTextContent('../workbook.json')
var priced = replace(replace(content, 'INPUT_PRICE', inputPrice), 'OUTPUT_PRICE', outputPrice)

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
    serializedData: priced
  }
}

@description('The resource id of the workbook.')
output id string = workbook.id
