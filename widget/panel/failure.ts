import type { Reply } from '../api.ts';
import { BROKEN, BUSY, OFFLINE, UNDELIVERED } from './state.ts';

/**
 * A request to a busy service is retried after 4, 8, 16, 32 and 64 s, or its `Retry-After`. After that the
 * visitor can retry.
 */
const MAX_ATTEMPTS = 5;

/**
 * Why a message failed, and the seconds until its retry; 0 if only the visitor can retry. `stored`: the
 * service has the message. `attempt` counts consecutive failures, from 1. Up to 50 % jitter is added.
 */
export const retryDecision = (
  { status, retryAfter = 0 }: Reply,
  stored: boolean,
  online: boolean,
  attempt: number,
): [failure: string, waitSeconds: number] => {
  // Under load the platform responds without body and CORS headers, so a missing response while online can
  // mean that. An interrupted answer counts as well, because an update replaces the instance.
  if ((status === 429 || (!status && online)) && attempt <= MAX_ATTEMPTS) {
    return [BUSY, retryAfter >= 1 ? retryAfter : 2 ** attempt * (2 + Math.random())];
  }
  const undelivered = online ? UNDELIVERED : OFFLINE;
  return [stored || status === 502 ? BROKEN : undelivered, 0];
};
