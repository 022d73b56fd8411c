import * as z from 'zod/mini';
import { AppError } from '../core/errors.ts';
import type { ControlPlaneSettings, Settings } from '../admin/wire/settings.ts';

/** The environment of the platform; an empty value counts as absent. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Keys and plain http are for emulators; every other component uses an identity, whose token its SDK sends
 * over TLS only.
 */
const EMULATED = [
  ['COSMOS_ENDPOINT', 'COSMOS_KEY'],
  ['WEB_PUBSUB_ENDPOINT', 'WEB_PUBSUB_CONNECTION_STRING'],
] as const;

/** A wrong setting: `misconfigured` with its name and a sentence about the expected value. */
export function invalidSetting(setting: string, expected: string): AppError {
  return new AppError('misconfigured', { setting, expected });
}

/** Set by the templates on every deployment: the name of the cloud that it is in. */
const SET_BY_TEMPLATES = 'AZURE_ENVIRONMENT';
/**
 * Variables that the platform sets on an instance, without a promise: on an App Service plan the first; on
 * Flex Consumption, whose instances are pods, the others (azure-functions-host, EnvironmentExtensions.cs).
 * They are the cross-check: an instance whose template sets nothing must not use an embedded store.
 */
const SET_BY_THE_CLOUD = ['WEBSITE_INSTANCE_ID', 'WEBSITE_POD_NAME', 'WEBSITE_SKU'];

/** Whether this is a deployment in the cloud, where no component is embedded. */
export const isCloud = (given: Environment) =>
  [SET_BY_TEMPLATES, ...SET_BY_THE_CLOUD].some((name) => given[name]?.trim());

/**
 * Parses the settings of a deployable. In the cloud the `needed` ones must be set, and those for emulators
 * must not.
 */
export function parseSettings<S extends z.ZodMiniObject>(
  schema: S,
  environment: Environment,
  needed: readonly string[],
): { settings: z.output<S>; cloud: boolean } {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
  const parsed = z.safeParse(schema, given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw invalidSetting(
      String(issue?.path[0]),
      `${String(issue?.path[0])} must be ${issue?.message ?? 'valid'}.`,
    );
  }
  const cloud = isCloud(given);
  if (cloud) {
    for (const name of needed) {
      if (given[name] === undefined) throw invalidSetting(name, `${name} must be set in the cloud.`);
    }
  }
  checkEmulated(parsed.data, given, cloud);
  return { settings: parsed.data, cloud };
}

/** Refuses keys in the cloud, and plain http without a key. */
function checkEmulated(settings: object, given: Environment, cloud: boolean): void {
  for (const [name, key] of EMULATED) {
    const isKeyed = given[key] !== undefined;
    if (cloud && isKeyed) {
      throw invalidSetting(key, `${key} is for emulators alone; the cloud uses the managed identity.`);
    }
    if (name in settings && !isKeyed && /^http:/i.test(given[name] ?? '')) {
      throw invalidSetting(name, `${name} must be an https:// address where there is no ${key}.`);
    }
  }
}

/** The components that the runtime and the control plane both have. */
export interface SharedComponents {
  store:
    | { kind: 'cosmos'; endpoint: string; database: string; key?: string }
    | { kind: 'sqlite'; dataDir: string };
  telemetry:
    { kind: 'app-insights'; connectionString: string } | { kind: 'console'; level: 'quiet' | 'verbose' };
}

export function storeAndTelemetry(
  settings: Settings | ControlPlaneSettings,
  dataDir: string,
): SharedComponents {
  const { COSMOS_ENDPOINT, COSMOS_KEY, APPLICATIONINSIGHTS_CONNECTION_STRING: connectionString } = settings;
  return {
    store: COSMOS_ENDPOINT
      ? {
          kind: 'cosmos',
          endpoint: COSMOS_ENDPOINT,
          database: settings.COSMOS_DATABASE,
          ...(COSMOS_KEY !== undefined && { key: COSMOS_KEY }),
        }
      : { kind: 'sqlite', dataDir },
    telemetry: connectionString
      ? { kind: 'app-insights', connectionString }
      : { kind: 'console', level: settings.LOG_LEVEL },
  };
}

/** The OpenAI-compatible server that is set: by its address, or by the key of OpenAI's own. */
export function openAiServer({
  OPENAI_BASE_URL: baseUrl,
  OPENAI_API_KEY: apiKey,
}: Settings): { baseUrl: string; apiKey?: string } | undefined {
  if (baseUrl === undefined && apiKey === undefined) return undefined;
  return { baseUrl: baseUrl ?? 'https://api.openai.com/v1', ...(apiKey !== undefined && { apiKey }) };
}
