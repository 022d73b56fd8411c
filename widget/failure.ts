import type { Reply } from './api.ts';
import { BROKEN, BUSY, OFFLINE, UNDELIVERED } from './state.ts';

/** A busy service is retried after 4, 8, 16, 32 and 64 s, or its `Retry-After`; then the visitor decides. */
const MOST_ATTEMPTS = 5;

/**
 * Why a message failed, and after how many seconds it is retried; 0: only by the visitor. `stored`: the
 * service has it. `attempt` counts the failures in a row, from 1. A retry is up to half as much later again,
 * by chance.
 */
export const verdictOn = (
  { status, retryAfter = 0 }: Reply,
  stored: boolean,
  online: boolean,
  attempt: number,
): [failure: string, waitSeconds: number] => {
  // Under load the platform responds without body and CORS headers: while online, no response may mean that.
  // An answer that breaks off is one too: an update replaces the instance, and the next one has the question.
  if ((status === 429 || (!status && online)) && attempt <= MOST_ATTEMPTS) {
    return [BUSY, retryAfter >= 1 ? retryAfter : 2 ** attempt * (2 + Math.random())];
  }
  const undelivered = online ? UNDELIVERED : OFFLINE;
  return [stored || status === 502 ? BROKEN : undelivered, 0];
};
