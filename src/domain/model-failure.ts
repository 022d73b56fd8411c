/** Why there is no answer, as `details.reason` of `assistant-unavailable`, in health and on the dashboard. */
export const FAILURE_REASONS = [
  'timeout',
  'rate-limited',
  /** The server rejects the call: a status of 4xx that is none of the other reasons. */
  'refused',
  /** The server does not accept the identity or the key, or the role is missing. */
  'access-denied',
  /** There is no such model or deployment, or not any more. */
  'model-not-found',
  /** What came is not this protocol: a web page, plain JSON, the events of another API. */
  'wrong-protocol',
  'server-error',
  'unreachable',
  /** The answer broke off, or one of its events cannot be read. */
  'broken-stream',
  'empty',
  'circuit-open',
] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

export interface FailureFacts {
  reason: FailureReason;
  /** The server wants no call before this many milliseconds are over. */
  retryAfterMs?: number;
  /** The model is asked without what it refused from now on: the same question is worth asking again at once. */
  adapted?: true;
}

/** One call of a model that came to nothing. */
export class ModelFailure extends Error {
  readonly facts: FailureFacts;

  constructor(facts: FailureFacts, options?: { cause: unknown }) {
    super(facts.reason, options);
    this.name = 'ModelFailure';
    this.facts = facts;
  }
}
