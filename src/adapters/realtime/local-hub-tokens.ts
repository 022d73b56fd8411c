import { errors, jwtVerify, SignJWT } from 'jose';
import * as z from 'zod/mini';
import { $ZodError } from 'zod/v4/core';
import type { Clock } from '../../ports.ts';

/** The grant of a token: the user id, the roles, and the groups that the connection joins at its start. */
export interface Grant {
  userId: string;
  roles: readonly string[];
  groups: readonly string[];
}

/** The grant of a valid token, and its times in milliseconds. */
export interface VerifiedGrant extends Grant {
  issuedAtMs: number;
  expiresAtMs: number;
}

/** Signs and checks the tokens of one hub. */
export interface HubTokens {
  sign(grant: Grant, minutes: number): Promise<{ token: string; expiresAt: string }>;
  /** Undefined for every token that this hub did not sign, or that has expired. */
  verify(token: string): Promise<VerifiedGrant | undefined>;
  /** The time in milliseconds, later than that of earlier tokens, and earlier than that of later ones. */
  stamp(): number;
}

/** The service writes a claim with one value as a string, one with several as an array. */
const oneOrMany = z.pipe(
  z._default(z.union([z.string(), z.array(z.string())]), []),
  z.transform((value) => (typeof value === 'string' ? [value] : value)),
);

const claims = z.object({
  exp: z.number(),
  iat: z._default(z.number(), 0),
  sub: z._default(z.string(), ''),
  role: oneOrMany,
  'webpubsub.group': oneOrMany,
});

/**
 * The tokens of a hub, with the claims that Web PubSub uses. The audience is the hub's path without a host:
 * the local host answers on several names, and its key (HS256, 32 bytes or more) is used nowhere else.
 */
export function hubTokens(path: string, key: Uint8Array, clock: Clock): HubTokens {
  let latestMs = 0;
  const stamp = () => (latestMs = Math.max(latestMs + 1, clock.now()));
  return {
    stamp,
    async sign({ userId, roles, groups }, minutes) {
      // A NumericDate may have a fraction (RFC 7519 §2).
      const issuedAt = stamp() / 1000;
      const expiresAt = Math.floor(clock.now() / 1000) + minutes * 60;
      const token = await new SignJWT({ role: [...roles], 'webpubsub.group': [...groups] })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setSubject(userId)
        .setAudience(path)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(key);
      return { token, expiresAt: new Date(expiresAt * 1000).toISOString() };
    },
    async verify(token) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          audience: path,
          requiredClaims: ['exp'],
          currentDate: new Date(clock.now()),
        });
        const { exp, iat, sub, role, 'webpubsub.group': groups } = claims.parse(payload);
        const times = { issuedAtMs: Math.round(iat * 1000), expiresAtMs: exp * 1000 };
        return { userId: sub, roles: role, groups, ...times };
      } catch (error) {
        if (error instanceof errors.JOSEError || error instanceof $ZodError) return undefined;
        throw error;
      }
    },
  };
}
