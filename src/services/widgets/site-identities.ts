import { ttlCache } from '../../domain/caching.ts';
import { AppError } from '../../domain/errors.ts';
import { IDENTITY_REFUSAL_TEXTS, type IdentityRefusal } from '../../domain/visitor-identity.ts';
import type { IdentitySecret, Widget } from '../../domain/records/widget.ts';
import type { VerifiedVisitor } from '../../domain/widgets.ts';
import type { Clock, IdentityTokens, SecretVault } from '../../ports.ts';

/** The name of a widget's secret in the vault. */
export const vaultName = ({ id }: Pick<IdentitySecret, 'id'>): string => `widget-identity-${id}`;

/**
 * The value of a secret that counts no more; the vault's port has no deletion. It signs nothing, also where a
 * widget still refers to it: after a write whose answer was lost, or for a request that has just read the
 * widget.
 */
export const REMOVED_SECRET = 'removed';

/** A secret never changes under its name, so it is cached for long, in milliseconds. */
const TTL_MS = 60 * 60_000;
const MAX_CACHED = 200;

/** The visitors that sites identify with their own login (docs/adr/0024). */
export interface SiteIdentities {
  /** The visitor of a token, or `identity-refused` with the reason for the site's developer. */
  verify(widget: Widget, token: string): Promise<VerifiedVisitor>;
}

interface Dependencies {
  clock: Clock;
  vault: SecretVault;
  identityTokens: IdentityTokens;
}

/** Which secrets count is read with the widget; only their values are cached. */
export function siteIdentities({ clock, vault, identityTokens }: Dependencies): SiteIdentities {
  const values = ttlCache<string | undefined>({ clock, ttlMs: TTL_MS, max: MAX_CACHED });

  const valueOf = (secret: IdentitySecret) =>
    values.get(secret.id, async (keepFor) => {
      const found = await vault.read(vaultName(secret));
      if (!found || found.value === REMOVED_SECRET) {
        keepFor(0);
        return undefined;
      }
      return found.value;
    });

  return {
    async verify({ id, siteLogin, identitySecrets = [] }, token) {
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

const refused = (refusal: IdentityRefusal) =>
  new AppError('identity-refused', { refusal, explanation: IDENTITY_REFUSAL_TEXTS[refusal] });
