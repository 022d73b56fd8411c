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

/** Claims for display; the service alone verifies the token. */
export function claimsIn(token: string): { name?: string; expiresAtMs?: number } {
  try {
    const part = token.split('.')[1] ?? '';
    const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    );
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (!isRecord(claims)) return {};
    const { name, exp: expires } = claims;
    return {
      ...(typeof name === 'string' && { name }),
      ...(typeof expires === 'number' && { expiresAtMs: expires * 1000 }),
    };
  } catch {
    // A token that this page cannot read; the service may still accept it.
    return {};
  }
}
