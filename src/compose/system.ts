import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock, Random } from '../ports.ts';

/** The randomness of this machine. */
export const random: Random = { uuid: randomUUID, bytes: randomBytes };

/** The clock of this machine, moved by a setting on the local host. */
export function systemClock(offsetHours: number): Clock {
  const offsetMs = offsetHours * 3_600_000;
  return {
    now: () => Date.now() + offsetMs,
    async sleep(ms, signal) {
      // An aborted sleep ends early, it does not fail.
      await delay(ms, undefined, { ...(signal && { signal }), ref: false }).catch(() => undefined);
    },
  };
}

/** One purpose, one key: what is signed for one cannot be used for another. */
export function derivedKey(secret: Uint8Array, purpose: string): Uint8Array {
  return createHmac('sha256', secret).update(purpose).digest();
}
