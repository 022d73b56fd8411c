import * as z from 'zod/mini';
import { $ZodError } from 'zod/v4/core';
import { AppError } from '../../domain/errors.ts';
import type { Clock, ReportSenders } from '../../ports.ts';
import { tenantKeys } from './entra-keys.ts';

const LEEWAY_SECONDS = 60;
/** Longer than any token of the provider; what is longer is refused before anything reads it. */
const MAX_TOKEN_LENGTH = 16_384;

export interface ReportSendersOptions {
  /** The provider's address without a slash at the end, for example `https://login.microsoftonline.com`. */
  authority: string;
  /** The tenant that tokens must come from, or `any`. */
  tenantId: string;
  /** What tokens must be for. */
  audience: string;
  clock: Clock;
}

/** A person's token has `scp`; a managed identity's has not. */
const Claims = z.object({ tid: z.guid(), oid: z.guid(), iss: z.string(), scp: z.optional(z.undefined()) });

/** Validates the tokens of managed identities of Microsoft Entra ID: RS256, issuer of their own tenant, audience, times. */
export function reportSenders({ authority, tenantId, audience, clock }: ReportSendersOptions): ReportSenders {
  const keysOf = tenantId === 'any' ? 'common' : tenantId;
  const keys = tenantKeys(`${authority}/${keysOf}/discovery/v2.0/keys`, clock);

  return {
    async verify(token) {
      if (token.length > MAX_TOKEN_LENGTH) throw new AppError('unauthorized');
      const { errors, jwtVerify } = await import('jose');
      try {
        const { payload } = await jwtVerify(
          token,
          async ({ kid }) => {
            const key = kid === undefined ? undefined : await keys.find(kid);
            if (!key) throw new errors.JWKSNoMatchingKey();
            return key;
          },
          {
            algorithms: ['RS256'],
            audience,
            requiredClaims: ['exp'],
            clockTolerance: LEEWAY_SECONDS,
            currentDate: new Date(clock.now()),
          },
        );
        const { tid, oid, iss } = Claims.parse(payload);
        const ofTheirTenant = [`${authority}/${tid}/v2.0`, `https://sts.windows.net/${tid}/`].includes(iss);
        if (!ofTheirTenant || (tenantId !== 'any' && tid !== tenantId)) throw new AppError('unauthorized');
        return { tenantId: tid, oid };
      } catch (error) {
        if (error instanceof errors.JOSEError || error instanceof $ZodError) {
          throw new AppError('unauthorized', {}, { cause: error });
        }
        throw error;
      }
    },
  };
}
