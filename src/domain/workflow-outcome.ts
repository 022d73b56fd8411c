/** Why a workflow did not take a card, as the dashboard and the dead-letter list show it. */
export type WorkflowFailure =
  | 'workflow-gone'
  | 'not-allowed'
  | 'refused'
  | 'redirected'
  | 'throttled'
  | 'failed'
  | 'timed-out'
  | 'address-not-public'
  | 'unreachable';

/** What became of a card. Accepted is not posted: the workflow posts it later, or fails to. */
export type WorkflowOutcome =
  | { accepted: true }
  | {
      accepted: false;
      code: WorkflowFailure;
      /** Whether the same card would fail again until an admin changes something. */
      permanent: boolean;
      /** How long the workflow asks to be left alone, in milliseconds. */
      retryAfterMs?: number;
    };

/** The longest pause that a workflow may ask for, in milliseconds: a visitor waits meanwhile. */
export const MAX_RETRY_AFTER_MS = 10 * 60_000;

const WHOLE_SECONDS = /^[0-9]{1,9}$/;

/**
 * What the answer of a workflow means (RFC 9110 §15). A repeat helps after 408, 429 and any 5xx; every other
 * status stays as it is until the workflow or its address is changed.
 */
export function outcomeOf(
  { status, retryAfter }: { status: number; retryAfter?: string | undefined },
  nowMs: number,
): WorkflowOutcome {
  if (status >= 200 && status < 300) return { accepted: true };
  const pauseMs = pauseOf(retryAfter, nowMs);
  const later = (code: WorkflowFailure): WorkflowOutcome => ({
    accepted: false,
    code,
    permanent: false,
    ...(pauseMs !== undefined && { retryAfterMs: pauseMs }),
  });
  const never = (code: WorkflowFailure): WorkflowOutcome => ({ accepted: false, code, permanent: true });
  if (status === 429) return later('throttled');
  if (status === 408) return later('timed-out');
  if (status === 404 || status === 410) return never('workflow-gone');
  if (status === 401 || status === 403) return never('not-allowed');
  if (status >= 300 && status < 400) return never('redirected');
  if (status >= 400 && status < 500) return never('refused');
  return later('failed');
}

/** `Retry-After` in milliseconds: whole seconds or an HTTP date (RFC 9110 §10.2.3). */
function pauseOf(retryAfter: string | undefined, nowMs: number): number | undefined {
  if (retryAfter === undefined) return undefined;
  const untilMs = Date.parse(retryAfter);
  const ms = WHOLE_SECONDS.test(retryAfter) ? Number(retryAfter) * 1000 : untilMs - nowMs;
  return Number.isNaN(ms) ? undefined : Math.min(MAX_RETRY_AFTER_MS, Math.max(0, ms));
}
