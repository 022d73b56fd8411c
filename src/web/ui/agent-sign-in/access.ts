import { isRecord } from '../structural-sharing.ts';

/** The tokens of a signed-in agent. */
export interface Access {
  /**
   * Returns a token for the service; with `fresh` a new one, after a refusal. Rejects with SignInNeeded or
   * SignInFailed.
   */
  token(options?: { fresh?: boolean }): Promise<string>;
  /** Missing if the host, such as Teams, controls the sign-in. */
  signOut?: () => Promise<void>;
}

/** The sign-in state of the page. */
export interface SignInState {
  /** Missing while signed out. */
  access?: Access;
  /** Redirects to the provider's page. Missing if the agent cannot sign in interactively. */
  signIn?: () => Promise<void>;
  /** The reason why the last attempt failed. */
  problem?: string;
}

/** The sign-in has expired and must be renewed by the agent. */
export class SignInNeeded extends Error {
  constructor(options: { cause?: unknown } = {}) {
    super('Your session has expired. Sign in again to continue.', options);
    this.name = 'SignInNeeded';
  }
}

/** No token is available. The message is shown to the agent. */
export class SignInFailed extends Error {
  constructor(sentence: string, options: { cause?: unknown } = {}) {
    super(sentence, options);
    this.name = 'SignInFailed';
  }
}

/** The claims that the pages use. */
interface Claims {
  oid?: string;
  name?: string;
  expiresAtMs?: number;
}

/**
 * The claims of a token, unverified. Used for display and as names in the browser's storage; the service
 * verifies the token.
 */
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
    // The token is not a readable JWT; the service refuses it.
    return {};
  }
}

/** How long before it expires a token is renewed, in milliseconds. */
const MARGIN_MS = 5 * 60_000;

/**
 * Caches a token until it is about to expire. Concurrent calls share one request. Without the cache each call
 * would decrypt the token again, or ask Teams for it. `forget` clears the cache after changes in another
 * window.
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
