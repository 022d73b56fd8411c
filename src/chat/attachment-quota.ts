import { createHash } from 'node:crypto';
import { AppError } from '../core/errors.ts';
import type { CounterState, Ports } from '../ports.ts';

const DAY_MS = 86_400_000;
const DAY_KEY = 'attachments';
/** The share of one address in the daily quota, but at least MIN_SHARE files: the limit of a conversation. */
const SHARE = 1 / 50;
const MIN_SHARE = 20;
/** How many uploads an address may start per file of its share, because uploads can be interrupted. */
const STARTED_FACTOR = 5;

type Dependencies = Pick<Ports, 'clock' | 'counters'> & {
  perDay: number;
  /** The HMAC key for addresses; only the hash is stored, for a day. */
  hashKey: () => Promise<Uint8Array>;
};

interface Window {
  key: string;
  limit: number;
}

export function attachmentQuota({ clock, counters, perDay, hashKey }: Dependencies) {
  const share = Math.max(MIN_SHARE, Math.floor(perDay * SHARE));

  async function windowsOf(clientIp: string | undefined): Promise<{ sent: Window[]; begun: Window[] }> {
    const deployment = { key: DAY_KEY, limit: perDay };
    if (clientIp === undefined) return { sent: [deployment], begun: [] };
    const address = createHash('sha256')
      .update(await hashKey())
      .update(clientIp)
      .digest('base64url');
    return {
      sent: [deployment, { key: `${DAY_KEY}:${address}`, limit: share }],
      begun: [{ key: `${DAY_KEY}-begun:${address}`, limit: share * STARTED_FACTOR }],
    };
  }

  /** Adds to windows; throws `rate-limited` if one exceeds its limit. */
  async function add(windows: readonly Window[], hits: 0 | 1): Promise<void> {
    if (windows.length === 0) return;
    const now = clock.now();
    const keys = windows.map(({ key }) => key);
    const states = await counters.hit(keys, DAY_MS, now, hits);
    const isFull = ({ count }: CounterState, index: number) =>
      count + 1 - hits > (windows[index]?.limit ?? 0);
    const full = states.find(isFull);
    if (!full) return;
    throw new AppError('rate-limited', {
      retryAfterSeconds: Math.max(1, Math.ceil((full.windowEndsAtMs - now) / 1000)),
    });
  }

  return {
    /**
     * Throws `rate-limited` if the deployment or the address has used its quota, or started too many uploads.
     */
    async begin(clientIp: string | undefined): Promise<void> {
      const { sent, begun } = await windowsOf(clientIp);
      await add(sent, 0);
      await add(begun, 1);
    },
    /** Counts a complete upload; throws `rate-limited` like `begin`. */
    async count(clientIp: string | undefined): Promise<void> {
      const { sent } = await windowsOf(clientIp);
      // Checked first without counting, so that a refused address does not use up the quota of others.
      await add(sent, 0);
      await add(sent, 1);
    },
  };
}

/**
 * The daily quota of files (ATTACHMENTS_PER_DAY) for the deployment, with a share for each visitor's address.
 * Only complete uploads are counted. Agents' files are counted without an address.
 */
export type AttachmentQuota = ReturnType<typeof attachmentQuota>;
