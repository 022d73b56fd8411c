/**
 * The vault of the deployment's secrets. Only an explicit "no such secret" is undefined; any failure is
 * `vault-unavailable`.
 */
export interface SecretVault {
  read(name: string): Promise<{ value: string; version: string } | undefined>;
  /** Writes a new version and returns its name. */
  write(name: string, value: string): Promise<string>;
  /**
   * Deletes a secret with all its versions; a missing one is ignored. A caller must not use the name again,
   * because a vault can keep it reserved.
   */
  remove(name: string): Promise<void>;
}

/**
 * The purpose of a token that the service issues. Each purpose has its own key, so that no token is valid for
 * another.
 */
export type TokenPurpose =
  | 'visitor'
  | 'renewal'
  | 'sign-in-proof'
  | 'sign-in-state'
  | 'desk-link'
  | 'attachment'
  | 'attachment-link'
  | 'email-link';

/** Issues and verifies signed or encrypted tokens that clients store and send back. */
export interface Tokens {
  /** `sealed`: encrypted, so that its holder cannot read it. */
  issue(purpose: TokenPurpose, claims: object, lifetimeSeconds: number, sealed?: 'sealed'): Promise<string>;
  /** The claims, not validated; undefined if the token is invalid or has expired. */
  read(purpose: TokenPurpose, token: string, sealed?: 'sealed'): Promise<unknown>;
  /** The same as `read` for signed tokens, without the check of `exp` (seconds since the epoch). */
  readEvenExpired(purpose: TokenPurpose, token: string): Promise<unknown>;
}
