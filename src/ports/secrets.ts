/**
 * The vault of the admin key. Only a definite "no such secret" is undefined; any failure is
 * `vault-unavailable`.
 */
export interface SecretVault {
  read(name: string): Promise<{ value: string; version: string } | undefined>;
  /** Writes a new version and returns its name. */
  write(name: string, value: string): Promise<string>;
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

/** Signed or encrypted claims that clients store and send back. */
export interface Tokens {
  /** `sealed`: encrypted, so that its holder cannot read it. */
  make(purpose: TokenPurpose, claims: object, lifetimeSeconds: number, sealed?: 'sealed'): Promise<string>;
  /** The claims, to be parsed by the caller; undefined for a token that is invalid or has expired. */
  read(purpose: TokenPurpose, token: string, sealed?: 'sealed'): Promise<unknown>;
  /** As `read`, for a signed token that may have expired. `exp` is in seconds. */
  readEvenExpired(purpose: TokenPurpose, token: string): Promise<unknown>;
}
