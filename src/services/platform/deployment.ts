import * as z from 'zod/mini';
import { lazy } from '../../domain/caching.ts';
import { AppError } from '../../domain/errors.ts';
import type { Ledger, Random } from '../../ports.ts';

const IDENTITY = ['deployment', 'identity'] as const;
const Identity = z.object({ deploymentId: z.string(), secret: z.string() });

/** What a deployment is called, and the key with which it hashes and signs what only it must read. */
export interface Deployment {
  id: string;
  secret: Uint8Array;
}

/**
 * The identity of this deployment, made once and kept in the ledger, so that every instance has the same. A setting
 * overrides the id.
 */
export function deployment(ledger: Ledger, random: Random, configuredId?: string): () => Promise<Deployment> {
  async function read(): Promise<Deployment> {
    const stored = (await ledger.read(...IDENTITY))?.value ?? (await make());
    const { deploymentId, secret } = Identity.parse(stored);
    return { id: configuredId ?? deploymentId, secret: Buffer.from(secret, 'base64') };
  }

  /** Makes the identity; where another instance was first, its identity counts. */
  async function make(): Promise<unknown> {
    const fresh = { deploymentId: random.uuid(), secret: Buffer.from(random.bytes(32)).toString('base64') };
    if ((await ledger.write(...IDENTITY, fresh, 'absent')) !== undefined) return fresh;
    const first = await ledger.read(...IDENTITY, 'strong');
    if (!first) throw new AppError('store-unavailable');
    return first.value;
  }

  return lazy(read);
}
