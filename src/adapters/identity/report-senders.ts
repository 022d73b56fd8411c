import * as z from 'zod/mini';
import { AppError } from '../../core/errors.ts';
import type { Clock, ReportSenders } from '../../ports.ts';
import { tenantKeys } from './entra-keys.ts';
import { entraTokenVerifier, issuersOf } from './entra-tokens.ts';

interface ReportSendersOptions {
  /** The provider's address without a slash at the end, for example `https://login.microsoftonline.com`. */
  authority: string;
  /** The tenant that tokens must come from, or `any`. */
  tenantId: string;
  /** The audience that tokens must have. */
  audience: string;
  clock: Clock;
}

/** A person's token has `scp`; a managed identity's does not. */
const Claims = z.object({ tid: z.guid(), oid: z.guid(), iss: z.string(), scp: z.optional(z.undefined()) });

/**
 * Validates tokens of managed identities of Microsoft Entra ID: RS256, the issuer of the identity's tenant,
 * audience and times.
 */
export function reportSenders({ authority, tenantId, audience, clock }: ReportSendersOptions): ReportSenders {
  const keysOf = tenantId === 'any' ? 'common' : tenantId;
  const keys = tenantKeys(`${authority}/${keysOf}/discovery/v2.0/keys`, clock);

  return {
    verify: entraTokenVerifier({
      keys,
      clock,
      demanded: { audience },
      read(payload) {
        const { tid, oid, iss } = Claims.parse(payload);
        const ofTheirTenant = issuersOf(authority, tid).includes(iss);
        if (!ofTheirTenant || (tenantId !== 'any' && tid !== tenantId)) throw new AppError('unauthorized');
        return { tenantId: tid, oid };
      },
    }),
  };
}
