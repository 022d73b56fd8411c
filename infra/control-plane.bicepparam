using './control-plane.bicep'

// What a publisher’s deployment needs to be told; REPORT_AUDIENCE has no default.
param reportAudience = readEnvironmentVariable('REPORT_AUDIENCE')
param reportTenantId = readEnvironmentVariable('REPORT_TENANT_ID', 'any')
param reportRebind = readEnvironmentVariable('REPORT_REBIND', '')
param customDomain = readEnvironmentVariable('CUSTOM_DOMAIN', '')
param certificateThumbprint = readEnvironmentVariable('CERTIFICATE_THUMBPRINT', '')
param alertEmail = readEnvironmentVariable('ALERT_EMAIL', '')
param monthlyBudget = int(readEnvironmentVariable('MONTHLY_BUDGET', '20'))
param instanceMemoryMB = any(int(readEnvironmentVariable('INSTANCE_MEMORY_MB', '512')))
param budgetStart = readEnvironmentVariable('BUDGET_START', '')
param extraSettings = json(readEnvironmentVariable('EXTRA_SETTINGS', '{}'))
param tags = json(readEnvironmentVariable('TAGS', '{}'))
