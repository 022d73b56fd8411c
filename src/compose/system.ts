import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock, Random } from '../ports.ts';

/** Randomness of the operating system. */
export const random: Random = { uuid: randomUUID, bytes: randomBytes };

/** The system clock, with the offset of a setting on the local host. */
export function systemClock(offsetHours: number): Clock {
  const offsetMs = offsetHours * 3_600_000;
  return {
    now: () => Date.now() + offsetMs,
    async sleep(ms, signal) {
      // An aborted sleep resolves early instead of rejecting.
      await delay(ms, undefined, { ...(signal && { signal }), ref: false }).catch(() => undefined);
    },
  };
}

/** One key per purpose: a signature for one purpose is invalid for another. */
export function derivedKey(secret: Uint8Array, purpose: string): Uint8Array {
  return createHmac('sha256', secret).update(purpose).digest();
}
