import { nowIso } from '../lib/fields.ts';
import {
  isSameKey,
  isSignedOut,
  issueSession,
  readSession,
  renewSession,
  type AdminSession,
} from './rules/admin-key.ts';
import { ttlMap } from '../lib/caching.ts';
import { AppError } from '../core/errors.ts';
import type { Clock, Ports } from '../ports.ts';
import type { AdminKeyLedger } from './admin-key-state.ts';
import type { AdminKeys, CurrentKey } from './admin-keys.ts';
import type { RateGate } from '../platform/rate-gate.ts';

interface PresentedCredentials {
  /** The key in the URL (`?code=`), and the key in the Authorization header. */
  code?: string | undefined;
  bearer?: string | undefined;
  /** The value of the session cookie. */
  session?: string | undefined;
  clientIp: string | undefined;
}

export interface AdminAccess {
  /** No key exists; every caller is accepted. */
  anonymous: boolean;
  /** The generation of the key; a rotation fails if it has changed. */
  generation: string;
}

const NONCE_BYTES = 16;

type Dependencies = Pick<Ports, 'clock' | 'random' | 'telemetry'> & {
  keys: AdminKeys;
  state: AdminKeyLedger;
  rateGate: RateGate;
};

/** Authentication of the admin surface, by URL key, header key or cookie (docs/rules.md, Admin key). */
export function adminGate({ keys, state, rateGate, clock, random, telemetry }: Dependencies) {
  const guessers = blockedGuessers(clock);
  const newSession = (key: string) => issueSession(key, clock.now(), random.bytes(NONCE_BYTES));

  /** Returns if one of the keys is correct; else counts the wrong ones, and throws. */
  async function check(shown: readonly string[], key: string, clientIp: string | undefined): Promise<void> {
    guessers.refuse(clientIp);
    if (shown.some((one) => isSameKey(one, key))) return;
    try {
      await rateGate.wrongKey(clientIp);
    } catch (error) {
      guessers.block(clientIp, error);
      throw error;
    }
    throw new AppError('unauthorized');
  }

  function openSession(cookie: string, { inForce, signedOut }: CurrentKey): AdminSession | undefined {
    if (inForce.mode === 'anonymous') return undefined;
    const session = readSession(cookie, inForce.key, clock.now());
    return session && !isSignedOut(signedOut, session.id) ? session : undefined;
  }

  return {
    /**
     * Authenticates an admin, or throws `unauthorized`, `rate-limited` or `vault-unavailable`. `session` is a
     * new cookie value, if the key was in the URL or the cookie is at least 30 days old.
     */
    async authenticate({
      code,
      bearer,
      session,
      clientIp,
    }: PresentedCredentials): Promise<{ access: AdminAccess; session?: string }> {
      const current = await keys.current();
      const { inForce, generation } = current;
      if (inForce.mode === 'anonymous') return { access: { anonymous: true, generation } };
      const access = { anonymous: false, generation };
      const open = session === undefined ? undefined : openSession(session, current);
      if (open) {
        const renewed = renewSession(open, inForce.key, clock.now());
        return { access, ...(renewed !== undefined && { session: renewed }) };
      }
      const shown = [code, bearer].filter((key) => key !== undefined);
      if (shown.length === 0) throw new AppError('unauthorized');
      await check(shown, inForce.key, clientIp);
      return { access, ...(code !== undefined && { session: newSession(inForce.key) }) };
    },

    /**
     * The cookie value of a new session; undefined in anonymous mode. Throws `unauthorized` for a wrong key.
     */
    async signIn(key: string, clientIp: string | undefined): Promise<string | undefined> {
      const { inForce } = await keys.current();
      if (inForce.mode === 'anonymous') return undefined;
      await check([key], inForce.key, clientIp);
      return newSession(inForce.key);
    },

    /** Revokes a session, including all renewals of its cookie. */
    async signOut(session: string): Promise<void> {
      const open = openSession(session, await keys.current());
      if (open) await state.signOut(open.id);
    },

    /** Creates a new key and ends all sessions; `session` is the cookie value of a new one. */
    async rotate({
      generation,
    }: AdminAccess): Promise<{ adminKey: string; rotatedAt: string; session: string }> {
      const adminKey = await keys.rotate(generation);
      const rotatedAt = nowIso(clock);
      return { adminKey, rotatedAt, session: newSession(adminKey) };
    },

    /** Reads the key at startup, and records a warning in anonymous mode. */
    async start(): Promise<{ anonymous: boolean }> {
      const { inForce } = await keys.current();
      const anonymous = inForce.mode === 'anonymous';
      if (anonymous) telemetry.record({ type: 'warning', code: 'admin-anonymous-mode' });
      return { anonymous };
    },

    /**
     * Creates the first key of a deployment; undefined if there was a key before. The caller must show it.
     */
    createFirstKey: keys.createFirst,
  };
}

/**
 * Clients that have reached the limit of wrong keys. Until the window ends, even their correct key is
 * refused, so that guessing cannot continue. Callers without a known address share one window, so their
 * correct key is always accepted.
 */
function blockedGuessers(clock: Clock) {
  const waitUntilMs = ttlMap<number>({ clock, ttlMs: 0 });
  return {
    refuse(clientIp: string | undefined): void {
      if (clientIp === undefined) return;
      const waitMs = (waitUntilMs.get(clientIp) ?? 0) - clock.now();
      if (waitMs > 0) throw new AppError('rate-limited', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
    },
    block(clientIp: string | undefined, error: unknown): void {
      if (clientIp === undefined) return;
      const seconds = error instanceof AppError ? error.details.retryAfterSeconds : undefined;
      if (seconds === undefined) return;
      const waitMs = seconds * 1000;
      waitUntilMs.set(clientIp, clock.now() + waitMs, waitMs);
    },
  };
}
