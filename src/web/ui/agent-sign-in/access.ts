/** A signed-in agent's way to the service. */
export interface Access {
  /** A token for the service; a `fresh` one where the last was refused. Rejects with SignInNeeded or SignInFailed. */
  token(options?: { fresh?: boolean }): Promise<string>;
  /** Absent where somebody else, such as Teams, decides who is signed in. */
  signOut?: () => Promise<void>;
}

/** How the page stands with the identity provider before anybody has asked the service. */
export interface Entrance {
  /** Absent while nobody is signed in. */
  access?: Access;
  /** Leads to the provider's own page. Absent where the agent cannot sign in by themselves. */
  signIn?: () => Promise<void>;
  /** Why the last attempt came to nothing. */
  problem?: string;
}

/** The sign-in has run out, and only the agent can renew it. */
export class SignInNeeded extends Error {
  constructor(options: { cause?: unknown } = {}) {
    super('Your session has expired. Sign in again to continue.', options);
    this.name = 'SignInNeeded';
  }
}

/** No token could be had; the message is a sentence for the agent. */
export class SignInFailed extends Error {
  constructor(sentence: string, options: { cause?: unknown } = {}) {
    super(sentence, options);
    this.name = 'SignInFailed';
  }
}

/** The fields of a token that is this page's own to read; the service alone decides whether they are true. */
export function claimsIn(token: string): { name?: string; expiresAtMs?: number } {
  try {
    const part = token.split('.')[1] ?? '';
    const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    );
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof claims !== 'object' || claims === null) return {};
    const name: unknown = Reflect.get(claims, 'name');
    const expires: unknown = Reflect.get(claims, 'exp');
    return {
      ...(typeof name === 'string' && { name }),
      ...(typeof expires === 'number' && { expiresAtMs: expires * 1000 }),
    };
  } catch {
    // Not a token that this page can read; the service may still take it.
    return {};
  }
}
