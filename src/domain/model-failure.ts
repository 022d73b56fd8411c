/** Why there is no answer, as `details.reason` of `assistant-unavailable`, in health and on the dashboard. */
export const FAILURE_REASONS = [
  'timeout',
  'rate-limited',
  /** The server rejects the call: a 4xx status without a more specific reason. */
  'refused',
  /** The server does not accept the identity or the key, or a role is missing. */
  'access-denied',
  /** The model or deployment does not exist, or no longer. */
  'model-not-found',
  /** The response is not of this protocol: a web page, plain JSON, the events of another API. */
  'wrong-protocol',
  'server-error',
  'unreachable',
  /** The answer was cut off, or one of its events cannot be parsed. */
  'broken-stream',
  'empty',
  'circuit-open',
] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

export interface FailureFacts {
  reason: FailureReason;
  /** How long the server asks to wait before the next call, in milliseconds. */
  retryAfterMs?: number;
  /**
   * Later calls leave out the parts that the model refused, so the same question can be retried immediately.
   */
  adapted?: true;
}

export class ModelFailure extends Error {
  readonly facts: FailureFacts;

  constructor(facts: FailureFacts, options?: { cause: unknown }) {
    super(facts.reason, options);
    this.name = 'ModelFailure';
    this.facts = facts;
  }
}
