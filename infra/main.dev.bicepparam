using './main.bicep'

// What a developer’s own deployment needs: the free tier where there is one, and models of small capacity.
param realtimeUnits = 0
param modelCapacity = 10
param embeddingCapacity = 10
param maximumInstances = 40
param monthlyBudget = 20
param alertEmail = readEnvironmentVariable('ALERT_EMAIL', '')
param budgetStart = readEnvironmentVariable('BUDGET_START', '')
param location = readEnvironmentVariable('AZURE_LOCATION', 'swedencentral')
param idpAppClientId = readEnvironmentVariable('IDP_APP_CLIENT_ID', '')
param idpAppTenantId = readEnvironmentVariable('IDP_APP_TENANT_ID', '')
