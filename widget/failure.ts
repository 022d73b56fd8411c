import type { Reply } from './api.ts';
import { BROKEN, BUSY, OFFLINE, UNDELIVERED } from './state.ts';

/** What is busy is asked again after 4, 8, 16, 32 and 64 s, or when it says; then the visitor decides. */
const MOST_ATTEMPTS = 5;

/**
 * Why a message failed, and after how many seconds it is sent again; 0: when the visitor says so. `stored`: the service has
 * it. `attempt` counts the failures in a row, from 1; `random` (0 to 1) spreads what many browsers do at the same time.
 */
export const verdictOn = (
  { status, retryAfter = 0 }: Reply,
  stored: boolean,
  online: boolean,
  attempt: number,
  random: number,
): [failure: string, waitSeconds: number] =>
  // The platform turns a crowd away without a body and without CORS headers: while online, no answer may mean that.
  (status === 429 || (!status && !stored && online)) && attempt <= MOST_ATTEMPTS
    ? [BUSY, retryAfter >= 1 ? retryAfter : 2 ** attempt * (2 + random)]
    : [stored || status === 502 ? BROKEN : online ? UNDELIVERED : OFFLINE, 0];
