/**
 * Every error that a caller can meet, with the status it becomes (contract of the HTTP API, docs/api.md, Errors).
 * A new code does not compile until it has a status and a sentence.
 */
export type ErrorCode =
  | 'invalid-json'
  | 'validation-failed'
  | 'unauthorized'
  | 'sign-in-required'
  | 'not-session-owner'
  | 'seat-quota-exceeded'
  | 'cross-site-request'
  | 'origin-not-allowed'
  | 'subscription-mismatch'
  | 'widget-disabled'
  | 'not-found'
  | 'session-not-found'
  | 'plan-not-found'
  | 'widget-not-found'
  | 'assistant-not-found'
  | 'colleague-not-found'
  | 'already-claimed'
  | 'session-closed'
  | 'rotation-conflict'
  | 'edit-conflict'
  | 'assistant-in-use'
  | 'assistant-built-in'
  | 'idp-not-configured'
  | 'model-not-configured'
  | 'precondition-failed'
  | 'payload-too-large'
  | 'misdirected-request'
  | 'rate-limited'
  | 'assistant-unavailable'
  | 'store-unavailable'
  | 'vault-unavailable'
  | 'realtime-unavailable'
  | 'identity-unavailable'
  | 'download-too-long'
  | 'misconfigured'
  | 'internal-error';

/** The HTTP status of each code. */
export const STATUS_OF: Record<ErrorCode, number> = {
  'invalid-json': 400,
  'validation-failed': 400,
  unauthorized: 401,
  'sign-in-required': 401,
  'not-session-owner': 403,
  'seat-quota-exceeded': 403,
  'cross-site-request': 403,
  'origin-not-allowed': 403,
  'subscription-mismatch': 403,
  'widget-disabled': 403,
  'not-found': 404,
  'session-not-found': 404,
  'plan-not-found': 404,
  'widget-not-found': 404,
  'assistant-not-found': 404,
  'colleague-not-found': 404,
  'already-claimed': 409,
  'session-closed': 409,
  'rotation-conflict': 409,
  'edit-conflict': 409,
  'assistant-in-use': 409,
  'assistant-built-in': 409,
  'idp-not-configured': 409,
  'model-not-configured': 409,
  'precondition-failed': 412,
  'payload-too-large': 413,
  'misdirected-request': 421,
  'rate-limited': 429,
  'assistant-unavailable': 502,
  'store-unavailable': 503,
  'vault-unavailable': 503,
  'realtime-unavailable': 503,
  'identity-unavailable': 503,
  'download-too-long': 503,
  misconfigured: 503,
  'internal-error': 500,
};

const CHANGED_MEANWHILE =
  'Somebody else has changed this in the meantime. Load it again and repeat your change.';

/** The sentence that a person reads. It never holds an internal name or anything that the caller sent. */
export const SENTENCE_OF: Record<ErrorCode, string> = {
  'invalid-json': 'The request body is not a JSON object.',
  'validation-failed': 'Some of what was sent is missing or not of the expected form.',
  unauthorized: 'Sign in to go on.',
  'sign-in-required': 'Sign in to use this chat.',
  'not-session-owner': 'Only the agent who has claimed this conversation can do that.',
  'seat-quota-exceeded': 'All agent seats of this plan are taken and the grace period is over.',
  'cross-site-request': 'This action cannot be started from another site.',
  'origin-not-allowed': 'This site is not on the list of sites that may use the chat.',
  'subscription-mismatch': 'This identity reports for another subscription.',
  'widget-disabled': 'This chat widget is switched off.',
  'not-found': 'There is nothing at this address.',
  'session-not-found': 'There is no such conversation.',
  'plan-not-found': 'There is no such plan.',
  'widget-not-found': 'There is no such chat widget.',
  'assistant-not-found': 'There is no such AI agent.',
  'colleague-not-found': 'There is no such colleague, or they have not been here lately.',
  'already-claimed': 'Another agent has already claimed this conversation.',
  'session-closed': 'This conversation is closed.',
  'rotation-conflict':
    'Another rotation was under way. Its key is the valid one; try again if you need a new one.',
  'edit-conflict': CHANGED_MEANWHILE,
  'assistant-in-use': 'This AI agent is the default, or a widget has it. Choose another one there first.',
  'assistant-built-in': 'This AI agent comes from the settings and is changed there alone.',
  'idp-not-configured': 'The identity provider is not set up yet.',
  'model-not-configured': 'No language model is connected, so nothing can be written here.',
  'precondition-failed': CHANGED_MEANWHILE,
  'payload-too-large': 'The request body is larger than 64 KiB.',
  'misdirected-request': 'The service is not known by this host name. PUBLIC_HOSTS adds one.',
  'rate-limited': 'That was a lot in a short time. Wait a moment and try again.',
  'assistant-unavailable': 'We could not reach the assistant. Try again, or talk to a person.',
  'store-unavailable': 'The conversation store cannot be reached right now. Try again in a moment.',
  'vault-unavailable': 'The key vault cannot be reached right now. Try again in a moment.',
  'realtime-unavailable': 'The real-time service cannot be reached right now. Try again in a moment.',
  'identity-unavailable': 'The identity provider cannot be reached right now. Try again in a moment.',
  'download-too-long': 'The download took too long and broke off. Ask for less at a time.',
  misconfigured: 'The service is not set up correctly.',
  'internal-error': 'Something went wrong on our side.',
};

/** Seconds that `Retry-After` names for a component that is down, where nothing better is known. */
export const DEFAULT_RETRY_AFTER_SECONDS = 5;

/** What an error body may carry besides `error` and `message`. */
export interface ErrorDetails {
  issues?: readonly { path: string; message: string }[];
  retryAfterSeconds?: number;
  claimedBy?: string | undefined;
  claimedByName?: string | undefined;
  /** The names of widgets that stand in the way. */
  widgets?: readonly string[];
  setting?: string;
  upgradeUrl?: string;
  [field: string]: unknown;
}

/** The one error that services and adapters raise on purpose; everything else that is thrown is a bug. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, details: ErrorDetails = {}, options: { cause?: unknown } = {}) {
    super(SENTENCE_OF[code], options);
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }
}
