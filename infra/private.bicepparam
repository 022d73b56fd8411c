using './main.bicep'

// Private endpoints for every component but the app and the real-time service, which browsers call.
param privateNetwork = true
param alwaysReadyInstances = 1
param databaseMode = 'autoscale'
param budgetStart = readEnvironmentVariable('BUDGET_START', '')
param location = readEnvironmentVariable('AZURE_LOCATION', 'swedencentral')
param allowedOrigins = readEnvironmentVariable('ALLOWED_ORIGINS')
param alertEmail = readEnvironmentVariable('ALERT_EMAIL')
param idpAppClientId = readEnvironmentVariable('IDP_APP_CLIENT_ID', '')
param idpAppTenantId = readEnvironmentVariable('IDP_APP_TENANT_ID', '')
