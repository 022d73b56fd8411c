import * as z from 'zod/mini';
import { groupReader, invalidSetting, requireInCloud, type Environment } from './settings.ts';
import { IDP_AUTHORITY, RATE_LIMITS, shared, storeGroup } from './shared.ts';
import { guid, resource } from './values.ts';

/** Comma-separated identities for subscriptions: `sub-1=<tenant id>.<object id>`. */
const rebindings = z.pipe(
  z
    .string()
    .check(
      z.regex(
        /^([\w.-]{1,100}=[\da-fA-F-]{36}\.[\da-fA-F-]{36}(, *|$))*$/,
        'subscription=tenant.identity, comma-separated',
      ),
    ),
  z.transform((value) =>
    value.split(/, */).flatMap((one) => {
      const [, subscriptionId = '', tenantId = '', oid = ''] = /^([^=]+)=([^.]+)\.(.+)$/.exec(one) ?? [];
      return one === '' ? [] : [{ subscriptionId, tenantId, oid }];
    }),
  ),
);

const store = storeGroup('control-plane');

/** Who may send reports, and how often. */
const intake = z.pipe(
  z.object({
    cloud: z.boolean(),
    ...RATE_LIMITS,
    IDP_AUTHORITY,
    REPORT_TENANT_ID: z.optional(z.union([guid, z.literal('any')], 'a tenant’s id, or `any`')),
    REPORT_AUDIENCE: z.optional(resource),
    REPORT_REBIND: z._default(rebindings, []),
  }),
  z.transform(({ cloud, IDP_AUTHORITY: authority, REPORT_TENANT_ID: tenantId, ...settings }) => {
    // In the cloud, without token checks any caller could send a report.
    requireInCloud('REPORT_TENANT_ID', { cloud, value: tenantId });
    const { RATE_LIMIT_IP_PER_MINUTE: messages, RATE_LIMIT_IP_READS_PER_MINUTE: reads } = settings;
    return {
      reportTokens: reportTokensOf(authority, tenantId, settings.REPORT_AUDIENCE),
      /** Identities that the publisher's admin has set for subscriptions; they replace the bound ones. */
      rebind: settings.REPORT_REBIND,
      rateLimits: { sessionMessages: messages, sessionReads: reads, ipMessages: messages, ipReads: reads },
    };
  }),
);

/**
 * Which tokens are accepted for reports; undefined where reports need no token. `tenantId: 'any'`: those of
 * every customer's tenant.
 */
function reportTokensOf(authority: string, tenantId: string | undefined, audience: string | undefined) {
  if (tenantId === undefined) return undefined;
  if (audience === undefined) {
    throw invalidSetting('REPORT_AUDIENCE', 'REPORT_AUDIENCE must be set where REPORT_TENANT_ID is.');
  }
  return { authority, tenantId, audience };
}

/** Every setting of the control plane, parsed once at start. */
export type ControlPlaneConfig = ReturnType<typeof readControlPlaneConfig>;

/**
 * Reads every setting of the control plane, or throws `misconfigured` with the name of the first wrong one.
 */
export function readControlPlaneConfig(environment: Environment, dataDir: string) {
  const read = groupReader({ ...environment, DATA_DIR: dataDir });
  return { ...read(shared), ...read(store), ...read(intake) };
}

/** Every setting of the publisher's control plane (docs/deploy.md, The publisher's control plane). */
export const ControlPlaneSettings = z.omit(
  z.object({ ...shared.def.in.shape, ...store.def.in.shape, ...intake.def.in.shape }),
  { cloud: true, DATA_DIR: true },
);
