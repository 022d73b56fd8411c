import * as z from 'zod/mini';
import { AppError } from '../core/errors.ts';

/** The environment of the platform; an empty value counts as absent. */
export type Environment = Readonly<Record<string, string | undefined>>;

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
const isCloud = (given: Environment) =>
  [SET_BY_TEMPLATES, ...SET_BY_THE_CLOUD].some((name) => given[name]?.trim());

/**
 * Reads one group after the other from the same environment. A group is a schema of its settings with a
 * transform to a part of the configuration. It may also ask for `cloud`.
 */
export function groupReader(environment: Environment): <G extends z.ZodMiniType>(group: G) => z.output<G> {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
  const given = { ...set, cloud: isCloud(environment) };
  return (group) => {
    const parsed = z.safeParse(group, given);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    throw invalidSetting(
      String(issue?.path[0]),
      `${String(issue?.path[0])} must be ${issue?.message ?? 'valid'}.`,
    );
  };
}

/** A setting without which an instance in the cloud does not start. */
export function requireInCloud(
  name: string,
  { cloud, value }: { cloud: boolean; value?: string | undefined },
): void {
  if (cloud && value === undefined) throw invalidSetting(name, `${name} must be set in the cloud.`);
}

/**
 * Refuses keys in the cloud, and plain http without a key: those are for emulators. Every other component
 * uses an identity, whose token its SDK sends over TLS only.
 */
export function checkEmulated(
  cloud: boolean,
  [name, endpoint]: readonly [string, string | undefined],
  [keyName, key]: readonly [string, string | undefined],
): void {
  if (cloud && key !== undefined) {
    throw invalidSetting(keyName, `${keyName} is for emulators alone; the cloud uses the managed identity.`);
  }
  if (key === undefined && /^http:/i.test(endpoint ?? '')) {
    throw invalidSetting(name, `${name} must be an https:// address where there is no ${keyName}.`);
  }
}
