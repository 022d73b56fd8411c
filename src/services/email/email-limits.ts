import { createHmac } from 'node:crypto';
import type { EmailResult, Ports } from '../../ports.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The e-mail limits of a deployment. */
export interface EmailLimits {
  /** Different addresses per day. */
  addressesPerDay: number;
  /** E-mails to one address per day. */
  perAddress: number;
  /** E-mails per hour. */
  perHour: number;
}

/**
 * Counts an attempt in windows that all instances share; undefined if it may be sent. Beyond the hourly
 * limit, the e-mail is retried later. Beyond a daily limit, it becomes a dead letter.
 */
export type CountEmail = (to: string) => Promise<Extract<EmailResult, { ok: false }> | undefined>;

type Dependencies = Pick<Ports, 'clock' | 'counters'> & {
  limits: EmailLimits;
  /** The HMAC key for addresses; only the hash is stored, for a day. */
  hashKey: () => Promise<Uint8Array>;
};

export function emailLimits({ clock, counters, limits, hashKey }: Dependencies): CountEmail {
  return async (to) => {
    const now = clock.now();
    const hash = createHmac('sha256', await hashKey())
      .update(to.toLowerCase())
      .digest('base64url');
    const [address] = await counters.hit([`email:to:${hash}`], DAY_MS, now);
    const count = address?.count ?? 0;
    if (count > limits.perAddress) return REACHED;
    if (count === 1) {
      const [addresses] = await counters.hit(['email:addresses'], DAY_MS, now);
      if ((addresses?.count ?? 0) > limits.addressesPerDay) return REACHED;
    }
    const [hour] = await counters.hit(['email:hour'], HOUR_MS, now);
    if (hour === undefined || hour.count <= limits.perHour) return undefined;
    return { ...REACHED, permanent: false, retryAfterMs: Math.max(0, hour.windowEndsAtMs - now) };
  };
}

const REACHED = { ok: false, permanent: true, code: 'limit-reached' } as const;
