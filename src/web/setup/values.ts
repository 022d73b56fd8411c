/** The Teams clients that request tokens on the agent's behalf (Microsoft, Enable SSO for tab apps). */
export const TEAMS_CLIENTS: readonly (readonly [name: string, id: string])[] = [
  ['Teams on desktop and mobile', '1fec8e78-bce4-4aaf-ab1b-5451cc387264'],
  ['Teams in the browser', '5e3ce6c0-2b1f-4285-8d4b-75ee78787346'],
];

/** The application's name. It contains the host, because a directory can have several deployments. */
export const applicationName = (host: string): string => `Website chat (${host})`;

/** The permission to use the desk. Its id only has to be unique within the application. */
export const SCOPE = {
  id: '6d3a1a52-7c0e-4f0b-9f5e-2b8f8e1d4c70',
  value: 'access_as_user',
  displayName: 'Use the agent desk',
  description:
    'Lets Teams and the browser open the agent desk of the website chat as the person who is signed in.',
} as const;

/** Placeholder for the application's id. */
const NO_CLIENT_ID = '<application-id>';
const NO_TENANT_ID = '<directory-id>';

/** Whether a value contains no placeholder. */
export const isComplete = (value: string): boolean =>
  !value.includes(NO_CLIENT_ID) && !value.includes(NO_TENANT_ID);

/** The values to enter in other systems, for a service at an origin. */
export interface SetupValues {
  origin: string;
  host: string;
  clientId: string;
  tenantId: string;
  redirectUris: readonly string[];
  applicationIdUri: string;
}

/** Builds the values. Ids that are not UUIDs are replaced by placeholders. */
export function setupValues(origin: string, ids: { clientId: string; tenantId: string }): SetupValues {
  const { host } = new URL(origin);
  const clientId = uuidIn(ids.clientId) ?? NO_CLIENT_ID;
  const tenantId = uuidIn(ids.tenantId) ?? NO_TENANT_ID;
  return {
    origin,
    host,
    clientId,
    tenantId,
    redirectUris: [`${origin}/api/collab-tab`, `${origin}/api/collab-setup`],
    applicationIdUri: `api://${host}/${clientId}`,
  };
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The UUID in a text; undefined if there is no UUID. */
function uuidIn(text: string): string | undefined {
  const trimmed = text.trim();
  return UUID.test(trimmed) ? trimmed.toLowerCase() : undefined;
}
