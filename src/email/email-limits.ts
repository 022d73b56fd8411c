import { createHmac } from 'node:crypto';
import type { SentEmail } from '../conversations/records/sent-email.ts';
import type { EmailResult, Ports } from '../ports.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/**
 * E-mails to one address per day: more than a correspondence with an agent needs. Only the hourly limit is a
 * setting, because it depends on the mail server.
 */
export const EMAILS_PER_ADDRESS = 10;
/**
 * E-mails to one address per day, in addition to its others, of each kind that every visitor can cause:
 * requests to confirm it, and confirmations of left messages.
 */
const UNCONFIRMED_PER_ADDRESS = 3;
/** The part of the hour for e-mails that visitors ask for, so that agents' answers always have the rest. */
const ASKED_SHARE = 1 / 5;

/**
 * Counts an e-mail in windows that all instances share; undefined if it may be sent. Beyond the hourly
 * limit, the e-mail is retried later and counted then. Beyond a daily limit, it becomes a dead letter.
 */
export type CountEmail = (
  email: Pick<SentEmail, 'kind' | 'to'>,
) => Promise<Extract<EmailResult, { ok: false }> | undefined>;

type Dependencies = Pick<Ports, 'clock' | 'counters'> & {
  /** E-mails per hour. */
  perHour: number;
  /** The HMAC key for addresses; only the hash is stored, for a day. */
  hashKey: () => Promise<Uint8Array>;
};

export function emailLimits({ clock, counters, perHour, hashKey }: Dependencies): CountEmail {
  const askedPerHour = Math.max(1, Math.floor(perHour * ASKED_SHARE));

  /** Undefined if the hour has room. */
  async function hourFull(
    key: string,
    limit: number,
  ): Promise<Extract<EmailResult, { ok: false }> | undefined> {
    const now = clock.now();
    const [hour] = await counters.hit([key], HOUR_MS, now);
    if (hour === undefined || hour.count <= limit) return undefined;
    return { ...REACHED, permanent: false, retryAfterMs: Math.max(0, hour.windowEndsAtMs - now) };
  }

  return async ({ kind, to }) => {
    const isAsked = kind === 'confirmation' || kind === 'transcript' || kind === 'received';
    // The hour first: an e-mail that waits for the next hour has not been counted for its address.
    const full =
      (isAsked && (await hourFull('email:hour:asked', askedPerHour))) ||
      (await hourFull('email:hour', perHour));
    if (full) return full;
    const hash = createHmac('sha256', await hashKey())
      .update(mailboxOf(to))
      .digest('base64url');
    const [key, limit] =
      kind === 'confirmation' || kind === 'received'
        ? [`email:${kind}:${hash}`, UNCONFIRMED_PER_ADDRESS]
        : [`email:to:${hash}`, EMAILS_PER_ADDRESS];
    const [address] = await counters.hit([key], DAY_MS, clock.now());
    return (address?.count ?? 0) > limit ? REACHED : undefined;
  };
}

/**
 * An address without its tag (`name+tag@`, RFC 5233), in lower case and with the ASCII form of its domain
 * (`xn--…`): the same mailbox.
 */
function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const name = address.slice(0, at).normalize('NFKC').toLowerCase();
  const domain = address.slice(at + 1).toLowerCase();
  return `${name.replace(/^([^+]+)\+.*$/, '$1')}@${URL.parse(`https://${domain}`)?.hostname ?? domain}`;
}

const REACHED = { ok: false, permanent: true, code: 'limit-reached' } as const;
