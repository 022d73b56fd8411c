import * as z from 'zod/mini';
import { isSignedOut, withSignedOut } from './rules/admin-key.ts';
import { AppError } from '../core/errors.ts';
import type { Ports } from '../ports.ts';
import { readDocument, updateDocument } from '../platform/ledger-documents.ts';

const State = z.object({
  /** Changes with every rotation; vault readings of another generation are invalid. */
  generation: z.string(),
  /** A rotation in progress, until its lease expires. */
  lease: z.optional(z.object({ holder: z.string(), until: z.iso.datetime() })),
  /** Revoked sessions: id and time of the sign-out. */
  signedOut: z.readonly(z.array(z.string())),
  /** Whether there has ever been a key; then a vault without a key has lost it. */
  keyRecorded: z.boolean(),
});

/** The state of the admin key that all instances share; the key itself is in the vault. */
export type AdminKeyState = z.infer<typeof State>;

interface Lease {
  /** Ends the rotation; `rotated` starts a new generation and ends all sessions. */
  release(rotated: boolean): Promise<void>;
}

/**
 * In milliseconds; longer than a vault write can take, so that a write under an expired lease cannot
 * overwrite the next one.
 */
const LEASE_MS = 30_000;
const FRESH: AdminKeyState = { generation: 'first', signedOut: [], keyRecorded: false };
const DOCUMENT = { kind: 'admin', id: 'key', schema: State, consistency: 'strong' } as const;

export function adminKeyLedger(dependencies: Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'>) {
  const { ledger, clock, random } = dependencies;

  /** Stores the state that `next` returns; undefined leaves it unchanged. */
  async function change(next: (state: AdminKeyState) => AdminKeyState | undefined): Promise<AdminKeyState> {
    const { result } = await updateDocument('admin-key', dependencies, DOCUMENT, (stored) => {
      const state = stored?.value ?? FRESH;
      const value = next(state);
      return { value, result: value ?? state };
    });
    return result;
  }

  const runOut = ({ lease }: AdminKeyState) => lease !== undefined && Date.parse(lease.until) <= clock.now();
  const withoutLease = ({ lease: _lease, ...state }: AdminKeyState): AdminKeyState => ({
    ...state,
    generation: random.uuid(),
  });

  return {
    /**
     * A strongly consistent point read, so that a rotation and a sign-out take effect on all instances
     * immediately (ADR 5). An expired lease is removed first, because its holder may have changed the key.
     */
    async read(): Promise<AdminKeyState> {
      const state = (await readDocument(ledger, DOCUMENT))?.value ?? FRESH;
      if (!runOut(state)) return state;
      return await change((current) => (runOut(current) ? withoutLease(current) : undefined));
    },

    /**
     * Starts a rotation; throws `rotation-conflict` if another one is in progress, or was completed since
     * `generation` was read.
     */
    async lease(generation: string): Promise<Lease> {
      const holder = random.uuid();
      const until = new Date(clock.now() + LEASE_MS).toISOString();
      await change((state) => {
        if (state.lease || state.generation !== generation) throw new AppError('rotation-conflict');
        return { ...state, lease: { holder, until } };
      });
      return {
        async release(rotated) {
          await change((state) => {
            if (state.lease?.holder !== holder) return undefined;
            return withoutLease(rotated ? { ...state, signedOut: [], keyRecorded: true } : state);
          });
        },
      };
    },

    async signOut(sessionId: string): Promise<void> {
      await change((state) => {
        if (isSignedOut(state.signedOut, sessionId)) return undefined;
        return { ...state, signedOut: withSignedOut(state.signedOut, sessionId, clock.now()) };
      });
    },

    async recordKey(): Promise<void> {
      await change((state) => (state.keyRecorded ? undefined : { ...state, keyRecorded: true }));
    },
  };
}

export type AdminKeyLedger = ReturnType<typeof adminKeyLedger>;
