import { errors, jwtVerify, SignJWT } from 'jose';
import * as z from 'zod/mini';
import { $ZodError } from 'zod/v4/core';
import type { Clock } from '../../ports.ts';

/** The content of a token: user id, roles, and the groups that the connection joins automatically. */
export interface Grant {
  userId: string;
  roles: readonly string[];
  groups: readonly string[];
}

/** The content of a valid token, with its times in milliseconds. */
export interface VerifiedGrant extends Grant {
  issuedAtMs: number;
  expiresAtMs: number;
}

/** The service writes a single value as a string, and several as an array. */
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
 * Issues tokens with Web PubSub's claims, signed with HS256 and a key of at least 32 bytes that has no other
 * use. The audience is the hub's path without a host, because the local host has several names.
 */
export function hubTokens(path: string, key: Uint8Array, clock: Clock) {
  let latestMs = 0;
  const stamp = () => (latestMs = Math.max(latestMs + 1, clock.now()));
  return {
    /** A time in milliseconds that is strictly between those of earlier and later tokens. */
    stamp,
    async sign(
      { userId, roles, groups }: Grant,
      minutes: number,
    ): Promise<{ token: string; expiresAt: string }> {
      // A NumericDate can have a fraction (RFC 7519 §2).
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
    /** Undefined if the token has expired or is not from this hub. */
    async verify(token: string): Promise<VerifiedGrant | undefined> {
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

/** Issues and verifies the tokens of one hub. */
export type HubTokens = ReturnType<typeof hubTokens>;
