import type { JWTPayload, JWTVerifyOptions } from 'jose';
import { $ZodError } from 'zod/v4/core';
import { AppError } from '../../domain/errors.ts';
import type { Clock } from '../../ports.ts';
import type { TenantKeys } from './entra-keys.ts';

const LEEWAY_SECONDS = 60;
/** Longer than any token of the provider; a longer one is refused before it is parsed. */
const MAX_TOKEN_LENGTH = 16_384;

interface Verification<T> {
  keys: TenantKeys;
  clock: Clock;
  demanded: Pick<JWTVerifyOptions, 'issuer' | 'audience'>;
  /** Parses the claims. */
  read(payload: JWTPayload): T;
}

/**
 * Verifies a token of Microsoft Entra ID: RS256 by one of `keys`, times with 60 s leeway, and the claims of
 * `demanded`. Every failure, also in `read`, is `unauthorized`.
 */
export async function verifyEntraToken<T>(
  token: string,
  { keys, clock, demanded, read }: Verification<T>,
): Promise<T> {
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
        ...demanded,
        algorithms: ['RS256'],
        requiredClaims: ['exp'],
        clockTolerance: LEEWAY_SECONDS,
        currentDate: new Date(clock.now()),
      },
    );
    return read(payload);
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof $ZodError) {
      throw new AppError('unauthorized', {}, { cause: error });
    }
    throw error;
  }
}

/** The two issuer forms of a tenant: v2 and v1. */
export function issuersOf(authority: string, tenant: string): [string, string] {
  return [`${authority}/${tenant}/v2.0`, `https://sts.windows.net/${tenant}/`];
}
