import type { Reply } from './api.ts';
import { BROKEN, BUSY, OFFLINE, UNDELIVERED } from './state.ts';

const LONGEST_WAIT_SECONDS = 600;
/** A service that cannot be reached is tried again after 4, 8, 16, 32 and 64 s; then the visitor decides. */
const MOST_ATTEMPTS = 5;

/**
 * Why a message failed, and after how many seconds it is sent again; 0: when the visitor says so. `stored`: the service has
 * it. `attempt` counts the failures in a row, from 1; `random` (0 to 1) spreads what many browsers do at the same time.
 */
export const verdictOn = (
  { status, retryAfter }: Reply,
  stored: boolean,
  online: boolean,
  attempt: number,
  random: number,
): [failure: string, waitSeconds: number] => {
  // The platform turns a crowd away without a body and without CORS headers: while online, no answer may mean that.
  const lost = !status && !stored && online;
  if (status === 429 || (lost && attempt <= MOST_ATTEMPTS)) {
    const backoff = 2 ** Math.min(attempt + 1, 6) * (1 + random / 4);
    return [BUSY, retryAfter >= 1 ? Math.min(retryAfter, LONGEST_WAIT_SECONDS) : backoff];
  }
  return [stored || status === 502 ? BROKEN : online ? UNDELIVERED : OFFLINE, 0];
};
