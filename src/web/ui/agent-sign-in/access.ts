import { isRecord } from '../record.ts';

/** The tokens of a signed-in agent. */
export interface Access {
  /**
   * A token for the service; a `fresh` one where the last was refused. Rejects with SignInNeeded or
   * SignInFailed.
   */
  token(options?: { fresh?: boolean }): Promise<string>;
  /** Absent where the host, such as Teams, decides who is signed in. */
  signOut?: () => Promise<void>;
}

/** The sign-in state before the first request to the service. */
export interface SignInState {
  /** Absent while not signed in. */
  access?: Access;
  /** Redirects to the provider's page. Absent where the agent cannot sign in interactively. */
  signIn?: () => Promise<void>;
  /** Why the last attempt failed. */
  problem?: string;
}

/** The sign-in has expired, and only the agent can renew it. */
export class SignInNeeded extends Error {
  constructor(options: { cause?: unknown } = {}) {
    super('Your session has expired. Sign in again to continue.', options);
    this.name = 'SignInNeeded';
  }
}

/** No token is available; the message is a sentence for the agent. */
export class SignInFailed extends Error {
  constructor(sentence: string, options: { cause?: unknown } = {}) {
    super(sentence, options);
    this.name = 'SignInFailed';
  }
}

/** The claims of a token that a page uses. */
interface Claims {
  oid?: string;
  name?: string;
  expiresAtMs?: number;
}

/** Unverified claims, for display and to name what the browser stores; the service verifies the token. */
export function claimsIn(token: string): Claims {
  try {
    const part = token.split('.')[1] ?? '';
    const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    );
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (!isRecord(claims)) return {};
    const { oid, upn, preferred_username: username, exp: expires } = claims;
    const { name = upn ?? username } = claims;
    return {
      ...(typeof oid === 'string' && { oid }),
      ...(typeof name === 'string' && { name }),
      ...(typeof expires === 'number' && { expiresAtMs: expires * 1000 }),
    };
  } catch {
    // A token that this page cannot read; the service refuses one that is not a JWT.
    return {};
  }
}

/** Tokens are renewed this long before they expire. */
const MARGIN_MS = 5 * 60_000;

/**
 * Caches a token until it is about to expire; calls at the same time share one request. Without it each call
 * of the service decrypts the token again, or asks Teams for it. `forget` is for what changes elsewhere.
 */
export function cachedToken(
  issue: (fresh: boolean) => Promise<string>,
): Pick<Access, 'token'> & { forget(): void } {
  let known: { token: Promise<string>; untilMs: number } | undefined;
  return {
    forget() {
      known = undefined;
    },
    async token({ fresh = false } = {}) {
      if (known && !fresh && Date.now() < known.untilMs) return known.token;
      const entry = (known = { token: issue(fresh), untilMs: Infinity });
      try {
        const token = await entry.token;
        entry.untilMs = (claimsIn(token).expiresAtMs ?? 0) - MARGIN_MS;
        return token;
      } catch (error) {
        entry.untilMs = 0;
        throw error;
      }
    },
  };
}
