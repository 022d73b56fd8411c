import * as z from 'zod/mini';
import type { Ledger, Random } from '../ports.ts';

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
    const stored = await ledger.read('deployment', 'identity');
    if (stored) {
      const { deploymentId, secret } = Identity.parse(stored.value);
      return { id: configuredId ?? deploymentId, secret: Buffer.from(secret, 'base64') };
    }
    const fresh = { deploymentId: random.uuid(), secret: Buffer.from(random.bytes(32)).toString('base64') };
    await ledger.write('deployment', 'identity', fresh, 'absent');
    // Whoever wrote first, what is stored counts.
    return await read();
  }

  let known: Promise<Deployment> | undefined;
  return () => {
    known ??= read().catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}
