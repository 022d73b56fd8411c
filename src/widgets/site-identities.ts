import { ttlCache } from '../lib/caching.ts';
import { AppError } from '../core/errors.ts';
import { IDENTITY_REFUSAL_TEXTS, type IdentityRefusal } from './rules/visitor-identity.ts';
import type { IdentitySecret, Widget } from './records/widget.ts';
import type { VerifiedVisitor } from '../conversations/rules/visitors.ts';
import type { Clock, IdentityTokens, SecretVault } from '../ports.ts';

/** The name of a widget's secret in the vault. */
export const vaultName = ({ id }: Pick<IdentitySecret, 'id'>): string => `widget-identity-${id}`;

/** The time to live of a cached secret, in milliseconds; a secret never changes under its id. */
const TTL_MS = 60 * 60_000;
const MAX_CACHED = 200;

interface Dependencies {
  clock: Clock;
  vault: SecretVault;
  identityTokens: IdentityTokens;
}

/** The ids of valid secrets come with the widget; only their values are cached. */
export function siteIdentities({ clock, vault, identityTokens }: Dependencies) {
  const values = ttlCache<string | undefined>({ clock, ttlMs: TTL_MS, max: MAX_CACHED });

  const valueOf = (secret: IdentitySecret) =>
    values.get(secret.id, async (keepFor) => {
      const found = await vault.read(vaultName(secret));
      if (!found) keepFor(0);
      return found?.value;
    });

  return {
    /** Throws `identity-refused` with the reason for the site's developer. */
    async verify({ id, siteLogin, identitySecrets = [] }: Widget, token: string): Promise<VerifiedVisitor> {
      if (!siteLogin) throw refused('not-configured');
      const secrets = await Promise.all(identitySecrets.map(valueOf));
      const { issuer, keySetUrl, claims } = siteLogin;
      const verified = await identityTokens.verify(token, {
        issuer,
        audience: id,
        secrets: secrets.filter((it) => it !== undefined),
        keySetUrl,
        claims,
      });
      if ('refused' in verified) throw refused(verified.refused);
      return verified.visitor;
    },
  };
}

/** Verifies visitors whom sites identify with their own login (ADR 24). */
export type SiteIdentities = ReturnType<typeof siteIdentities>;

const refused = (refusal: IdentityRefusal) =>
  new AppError('identity-refused', { refusal, explanation: IDENTITY_REFUSAL_TEXTS[refusal] });
