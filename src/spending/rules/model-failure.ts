/**
 * Why the model did not answer: `details.reason` of `assistant-unavailable`, also in health and dashboard.
 */
export const FAILURE_REASONS = [
  'timeout',
  'rate-limited',
  /** The server rejects the call: a 4xx status without a more specific reason. */
  'refused',
  /** The server rejects the identity or the key, or a role is missing. */
  'access-denied',
  /** The model or deployment does not exist. */
  'model-not-found',
  /** The response has another protocol: a web page, plain JSON, or the events of another API. */
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
  /** The server's Retry-After, in milliseconds. */
  retryAfterMs?: number;
  /**
   * The client has adapted to the refusal, so the same question can be retried immediately.
   */
  adapted?: true;
  /** The server refuses a parameter of the call, so the text is not the cause. */
  ofParameter?: true;
}

export class ModelFailure extends Error {
  readonly facts: FailureFacts;

  constructor(facts: FailureFacts, options?: { cause: unknown }) {
    super(facts.reason, options);
    this.name = 'ModelFailure';
    this.facts = facts;
  }
}
