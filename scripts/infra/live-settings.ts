import { isDeepStrictEqual } from 'node:util';

/** Parameters of a deployment, by name. */
export type Parameters = Readonly<Record<string, unknown>>;

/** Settings in `extraSettings` (docs/deploy.md, Further settings). */
export const EXTRA_SETTINGS = [
  'ACTION_PRIVATE_HOSTS',
  'ATTACHMENTS',
  'ATTACHMENTS_PER_DAY',
  'ATTACHMENTS_REQUIRE_SCAN',
  'CONTINUE_DAYS',
  'ADMIN_START_GATED',
  'AGENT_CONVERSATION_LIMIT',
  'ASSISTANT_INSTRUCTIONS',
  'EMAILS_PER_HOUR',
  'EMAIL_BUSINESS_NAME',
  'EMAIL_ENDPOINT',
  'EMAIL_FROM',
  'EMAIL_REPLY_TO',
  'EVENT_GRID_TOPIC_ENDPOINT',
  'HTTPS_PROXY',
  'KNOWLEDGE_DIR',
  'KNOWLEDGE_PROMPT_TOKENS',
  'LOG_LEVEL',
  'MICROSOFT_GRAPH_ENDPOINT',
  'MODEL_API',
  'MODEL_MAX_OUTPUT_TOKENS',
  'MODEL_REASONING_EFFORT',
  'NO_PROXY',
  'RATE_LIMIT_IP_PER_MINUTE',
  'RATE_LIMIT_IP_READS_PER_MINUTE',
  'RATE_LIMIT_SESSION_PER_MINUTE',
  'SEAT_WINDOW_DAYS',
] as const;

/** App settings that a customer may change, each with its parameter. */
export const CUSTOMER_SETTINGS = {
  ALLOWED_ORIGINS: 'allowedOrigins',
  ASSISTANT_NAME: 'assistantName',
  DAILY_TOKEN_BUDGET: 'dailyTokenBudget',
  IDP_APP_CLIENT_ID: 'idpAppClientId',
  IDP_APP_TENANT_ID: 'idpAppTenantId',
  MODEL_CACHED_INPUT_PRICE: 'modelPrices',
  MODEL_INPUT_PRICE: 'modelPrices',
  MODEL_OUTPUT_PRICE: 'modelPrices',
  PUBLIC_HOSTS: 'publicHosts',
  RETENTION_DAYS: 'retentionDays',
} as const;

/** The fields of the parameter `modelPrices`, by setting. */
const PRICES: Readonly<Record<string, string>> = {
  MODEL_INPUT_PRICE: 'input',
  MODEL_CACHED_INPUT_PRICE: 'cachedInput',
  MODEL_OUTPUT_PRICE: 'output',
};

/** App settings that the publisher controls. Changes in the app are reported and not kept. */
export const PUBLISHER_SETTINGS = {
  CONTROL_PLANE_AUDIENCE: 'controlPlaneAudience',
  CONTROL_PLANE_URL: 'controlPlaneUrl',
  MARKETPLACE_SUBSCRIPTION_ID: 'marketplaceSubscriptionId',
  PLAN_ID: 'planId',
} as const;

/** Other settings of the template, which follow from the resources. */
export const OF_THE_TEMPLATE: readonly string[] = [
  'APPLICATIONINSIGHTS_AUTHENTICATION_STRING',
  'APPLICATIONINSIGHTS_CONNECTION_STRING',
  'APPLICATION_INSIGHTS_NO_STATSBEAT',
  'AZURE_CLIENT_ID',
  'AZURE_ENVIRONMENT',
  'AZURE_OPENAI_DEPLOYMENT',
  'AZURE_OPENAI_ENDPOINT',
  'AzureWebJobsDisableHomepage',
  'AzureWebJobsStorage__accountName',
  'AzureWebJobsStorage__clientId',
  'AzureWebJobsStorage__credential',
  'COSMOS_DATABASE',
  'COSMOS_ENDPOINT',
  'DEPLOYMENT_ID',
  'EMBEDDING_DEPLOYMENT',
  'FUNCTIONS_REQUEST_BODY_SIZE_LIMIT',
  'IDP_AUTHORITY',
  'KEY_VAULT_URL',
  'UPLOADS_URL',
  'WEB_PUBSUB_ENDPOINT',
  'WEB_PUBSUB_HUB',
];

/** The setting that switches a function off (docs/operations.md, Switch one address off). */
const SWITCH = /^AzureWebJobs\.\w+\.Disabled$/;

const INTEGERS: readonly string[] = ['dailyTokenBudget', 'retentionDays'];

/** The parameters for an update, and warnings for the operator. */
interface MergedParameters {
  parameters: Parameters;
  /** Parameters whose value differs from the last deployment. */
  changes: readonly { name: string; deployed: unknown; live: unknown }[];
  /** App settings that the update removes or resets, without their values. */
  lost: readonly string[];
}

/**
 * The parameters with which an update keeps the live settings. `deployed` are those of the last deployment,
 * `live` the app settings, and `known` the names of the new template's parameters. A customer's setting
 * overrides its parameter. Secrets are never parameters: `ADMIN_KEY` is in `lost`.
 */
export function withLiveSettings(
  deployed: Parameters,
  live: Readonly<Record<string, string>>,
  known: ReadonlySet<string>,
): MergedParameters {
  const kept: Record<string, unknown> = Object.fromEntries(
    Object.entries(deployed).filter(([name]) => known.has(name) && !name.startsWith('_artifactsLocation')),
  );
  const parameters = { ...kept };
  const lost: string[] = [];
  for (const [setting, name] of Object.entries(CUSTOMER_SETTINGS)) {
    const text = live[setting];
    if (text === undefined || !known.has(name) || setting in PRICES) continue;
    if (!INTEGERS.includes(name)) parameters[name] = text;
    else if (/^\d+$/.test(text)) parameters[name] = Number(text);
    else lost.push(setting);
  }
  const prices = pricesIn(live, deployed);
  if (known.has('modelPrices') && prices !== undefined) parameters['modelPrices'] = prices;
  if (known.has('extraSettings')) parameters['extraSettings'] = extraIn(live, deployed);
  for (const [setting, name] of Object.entries(PUBLISHER_SETTINGS)) {
    const text = live[setting];
    if (text !== undefined && name in deployed && text !== deployed[name]) lost.push(setting);
  }
  const isKnown = (name: string) =>
    name in CUSTOMER_SETTINGS ||
    name in PUBLISHER_SETTINGS ||
    OF_THE_TEMPLATE.includes(name) ||
    SWITCH.test(name) ||
    extraNames(deployed).has(name);
  lost.push(...Object.keys(live).filter((name) => !isKnown(name)));

  // A parameter that was not deployed counts as empty.
  const changes = Object.entries(parameters)
    .map(([name, value]) => ({ name, deployed: kept[name] ?? emptyLike(value), live: value }))
    .filter((change) => !isDeepStrictEqual(change.deployed, change.live));
  return { parameters, changes, lost: lost.toSorted() };
}

/** The extra settings of this release and of the deployed one. */
function extraNames({ extraSettings }: Parameters): ReadonlySet<string> {
  return new Set([...EXTRA_SETTINGS, ...Object.keys(extraSettings ?? {})]);
}

/** The live extra settings. The template sets four of them by other parameters. */
function extraIn(live: Readonly<Record<string, string>>, deployed: Parameters): Record<string, string> {
  const names = new Set(extraNames(deployed));
  if (deployed['eventGridTopicId']) names.delete('EVENT_GRID_TOPIC_ENDPOINT');
  const { extraSettings, modelCapacity } = deployed;
  const given = Object.keys(extraSettings ?? {});
  if (!given.includes('KNOWLEDGE_PROMPT_TOKENS') && Number(modelCapacity) < 200) {
    names.delete('KNOWLEDGE_PROMPT_TOKENS');
  }
  if (deployed['emailDomain']) for (const name of ['EMAIL_ENDPOINT', 'EMAIL_FROM']) names.delete(name);
  return Object.fromEntries(Object.entries(live).filter(([name]) => names.has(name) || SWITCH.test(name)));
}

/** The live prices, with an empty text for a deployed one that the customer has removed. */
function pricesIn(
  live: Readonly<Record<string, string>>,
  { modelPrices = {} }: Parameters,
): Record<string, string> | undefined {
  const isDeployed = (field: string) => Object.keys(modelPrices ?? {}).includes(field);
  const fields = Object.entries(PRICES).filter(([setting, field]) => live[setting] || isDeployed(field));
  if (fields.length === 0) return undefined;
  return Object.fromEntries(fields.map(([setting, field]) => [field, live[setting] ?? '']));
}

function emptyLike(value: unknown): unknown {
  if (typeof value === 'string') return '';
  return typeof value === 'number' ? 0 : {};
}
