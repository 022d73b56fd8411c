import type { TokenVisitor } from '../domain/actions/visitor-claims.ts';
import type { ActionMethod, ActionReason } from '../domain/records/action.ts';

/** A request to a customer's API, complete and checked. */
export interface ActionRequest {
  method: ActionMethod;
  /** An https address. */
  url: string;
  headers: Readonly<Record<string, string>>;
  /** JSON. */
  body?: string;
}

/** `failed`: the reasons are those of the connection; nothing of the answer is in them. */
export type ActionAnswer =
  | { kind: 'answered'; status: number; body: unknown; durationMs: number }
  | { kind: 'failed'; reason: ActionReason; status?: number; durationMs: number };

/**
 * Calls the APIs of the business: by https, to public addresses and to those that the deployment allows,
 * without redirects, in 5 s at most, with answers of 64 KB of JSON at most. A host that keeps failing is not
 * called for a while (`circuit-open`). An abort throws the signal's reason.
 */
export interface ActionCalls {
  call(request: ActionRequest, signal: AbortSignal): Promise<ActionAnswer>;
}

/** The identity for which an action is called, as the customer's API gets it. */
export interface ActionSubject {
  /** The subject and the claims of a verified visitor. */
  visitor?: { issuer: string } & TokenVisitor;
  /** The agent who asks, by the directory's id. */
  agent?: { oid: string };
  /** A pseudonym of the conversation: the same for all calls of it, and not its id. */
  conversation: string;
  /** An admin tries the action, as a made-up visitor. */
  isTest?: true;
}

/** A private key for signatures (ES256), as a JSON Web Key (RFC 7517). */
export interface SigningKey {
  id: string;
  jwk: { kty: string; crv: string; x: string; y: string; d: string };
}

/**
 * The tokens that tell a customer's API who asks (`X-Chat-Visitor`): JSON Web Tokens of 60 s, signed by a key
 * of the deployment whose public part is at `/api/actions/keys`.
 */
export interface ActionTokens {
  /** `audience`: the host of the API, with its port if it has one. */
  sign(subject: ActionSubject, audience: string): Promise<string>;
  /** A JSON Web Key Set (RFC 7517) of public keys. */
  publicKeys(): Promise<{ keys: readonly Readonly<Record<string, unknown>>[] }>;
}
