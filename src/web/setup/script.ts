import { applicationName, SCOPE, TEAMS_CLIENTS, type SetupValues } from './values.ts';

/**
 * The manual steps as an idempotent script for the Azure CLI. The application's id is a variable, because the
 * script creates the application.
 */
export function azureCliScript({ host, redirectUris }: Pick<SetupValues, 'host' | 'redirectUris'>): string {
  const scope = {
    id: SCOPE.id,
    value: SCOPE.value,
    type: 'User',
    isEnabled: true,
    adminConsentDisplayName: SCOPE.displayName,
    adminConsentDescription: SCOPE.description,
    userConsentDisplayName: SCOPE.displayName,
    userConsentDescription: SCOPE.description,
  };
  const application = {
    identifierUris: [`api://${host}/$APP_ID`],
    spa: { redirectUris },
    api: { oauth2PermissionScopes: [scope] },
  };
  // Tenants that block custom identifier URIs allow them for applications with version 2 tokens.
  const tokens = { api: { requestedAccessTokenVersion: 2 } };
  // A permission must exist before clients can be pre-authorized for it.
  const clients = {
    api: {
      preAuthorizedApplications: TEAMS_CLIENTS.map(([, appId]) => ({
        appId,
        delegatedPermissionIds: [SCOPE.id],
      })),
    },
  };
  return `#!/usr/bin/env bash
# Registers the website chat with Microsoft Entra ID and prints the IDs for step 2 of the setup page.
# Needs: az login, with permission to register applications.
set -euo pipefail

NAME=${shellQuote(applicationName(host))}
HOST=${shellQuote(host)}
TENANT_ID=$(az account show --query tenantId -o tsv)

# The application, created once for this host: its identifier URI names the host, so that another deployment in the
# same directory has an application of its own.
APP_ID=$(az ad app list --filter "identifierUris/any(uri:startswith(uri,'api://$HOST/'))" --query '[0].appId' -o tsv)
if [ -z "$APP_ID" ]; then
  APP_ID=$(az ad app create --display-name "$NAME" --sign-in-audience AzureADMyOrg --query appId -o tsv)
fi
az ad sp show --id "$APP_ID" > /dev/null 2>&1 || az ad sp create --id "$APP_ID" > /dev/null

# Where it signs people in, and the permission to use the desk.
OBJECT_ID=$(az ad app show --id "$APP_ID" --query id -o tsv)
change() {
  az rest --method PATCH --url "https://graph.microsoft.com/v1.0/applications/$OBJECT_ID" \\
    --headers 'Content-Type=application/json' --body "$1"
}
change "${inDoubleQuotes(tokens)}"
change "${inDoubleQuotes(application)}"

# Teams may use that permission without asking each person.
change "${inDoubleQuotes(clients)}"

echo "Application (client) ID: $APP_ID"
echo "Directory (tenant) ID:   $TENANT_ID"
echo 'Enter both IDs in step 2 of the setup page and choose Save.'
`;
}

/** The command that makes the application trust the managed identity. It fails if that was done already. */
export function federatedCredentialCommand(
  clientId: string,
  { issuer, subject, audience }: { issuer: string; subject: string; audience: string },
): string {
  const parameters = { name: 'website-chat-activity-feed', issuer, subject, audiences: [audience] };
  return `az ad app federated-credential create --id ${shellQuote(clientId)} \\
  --parameters ${shellQuote(JSON.stringify(parameters, undefined, 2))}`;
}

/** Quotes text as one word for the shell. */
const shellQuote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** JSON in double quotes for the shell. Only the script's variables are expanded. */
const inDoubleQuotes = (value: object): string =>
  JSON.stringify(value, undefined, 2).replaceAll(/[\\"`]/g, String.raw`\$&`);
