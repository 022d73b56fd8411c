import type { TokenVisitor } from '../actions/rules/visitor-claims.ts';
import type { ActionMethod } from '../actions/records/action.ts';
import type { ActionReason } from '../conversations/records/tried-action.ts';

/** A request to a customer's API, complete and checked. */
export interface ActionRequest {
  method: ActionMethod;
  /** An https address. */
  url: string;
  headers: Readonly<Record<string, string>>;
  /** JSON. */
  body?: string;
}

/** `failed`: the reason is a code without content of the response. */
export type ActionAnswer =
  | { kind: 'answered'; status: number; body: unknown; durationMs: number }
  | { kind: 'failed'; reason: ActionReason; status?: number; durationMs: number };

/**
 * Calls the APIs of the business: by https, to public addresses and to those that the deployment allows,
 * without redirects, in 5 s at most, with answers of 64 KB of JSON at most. After repeated failures a circuit
 * breaker refuses calls to the host (`circuit-open`). An abort throws the signal's reason.
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
  /** A pseudonym of the conversation, the same for all its calls. It does not contain the session id. */
  conversation: string;
  /** The call is an admin's test with a fictitious visitor. */
  isTest?: true;
}

/** A private key for signatures (ES256), as a JSON Web Key (RFC 7517). */
export interface SigningKey {
  id: string;
  jwk: { kty: string; crv: string; x: string; y: string; d: string };
}

/**
 * Issues the tokens that identify the visitor or agent to the customer's API (header `X-Chat-Visitor`): JSON
 * Web Tokens, valid for 60 s, signed with the deployment's key. `/api/actions/keys` publishes its public
 * part.
 */
export interface ActionTokens {
  /** `audience`: the host of the API, with its port if it has one. */
  sign(subject: ActionSubject, audience: string): Promise<string>;
  /** A JSON Web Key Set (RFC 7517) of public keys. */
  publicKeys(): Promise<{ keys: readonly Readonly<Record<string, unknown>>[] }>;
}
