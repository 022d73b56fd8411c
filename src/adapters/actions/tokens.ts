import { lruCache } from '../../lib/caching.ts';
import type { ActionTokens, Clock, Random, SigningKey } from '../../ports.ts';

/** How long a token is valid, in seconds. */
const LIFETIME_SECONDS = 60;
const ALGORITHM = 'ES256';

interface JoseActionTokensOptions {
  clock: Clock;
  random: Pick<Random, 'uuid'>;
  /** The address of this deployment. */
  issuer: string;
  key: () => Promise<SigningKey>;
}

/**
 * Issues the tokens of actions with `jose`: JSON Web Tokens (RFC 7519) signed with ES256. The claims of the
 * site's token are nested in a separate claim, so that they cannot replace a registered one. If an agent
 * calls the action for a visitor, the agent is the actor (RFC 8693 §4.1).
 */
export function joseActionTokens({ clock, random, issuer, key }: JoseActionTokensOptions): ActionTokens {
  const imported = lruCache<Promise<CryptoKey | Uint8Array>>(2);

  const privateKey = ({ id, jwk }: SigningKey) =>
    imported(id, async () => {
      const { importJWK } = await import('jose');
      return await importJWK(jwk, ALGORITHM);
    });

  return {
    async sign({ visitor, agent, conversation, isTest }, audience) {
      const { SignJWT } = await import('jose');
      const current = await key();
      const issuedAt = Math.floor(clock.now() / 1000);
      const claims = {
        iss: issuer,
        aud: audience,
        iat: issuedAt,
        exp: issuedAt + LIFETIME_SECONDS,
        jti: random.uuid(),
        conversation,
        ...(visitor && {
          sub: visitor.subject,
          visitor_issuer: visitor.issuer,
          ...(visitor.email !== undefined && { email: visitor.email, email_verified: true }),
          visitor_claims: visitor.claims,
        }),
        ...(agent && { act: { sub: agent.oid } }),
        ...(isTest === true && { test: true }),
      };
      return await new SignJWT(claims)
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid: current.id })
        .sign(await privateKey(current));
    },

    async publicKeys() {
      const { id, jwk } = await key();
      const { kty, crv, x, y } = jwk;
      return { keys: [{ kty, crv, x, y, kid: id, alg: ALGORITHM, use: 'sig' }] };
    },
  };
}
