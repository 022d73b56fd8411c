import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import { lazy } from '../../domain/caching.ts';
import type { Ledger, Random } from '../../ports.ts';
import { createOnce, readDocument } from './ledger-documents.ts';

const IDENTITY = {
  kind: 'deployment',
  id: 'identity',
  schema: z.object({ deploymentId: z.string(), secret: z.string() }),
};

/** The deployment's id, and its secret for hashes and signatures. */
export interface Deployment {
  id: string;
  secret: Uint8Array;
}

/**
 * The identity of this deployment, created once and stored in the ledger, so that every instance has the
 * same. A setting overrides the id.
 */
export function deployment(ledger: Ledger, random: Random, configuredId?: string): () => Promise<Deployment> {
  async function read(): Promise<Deployment> {
    const stored = (await readDocument(ledger, IDENTITY))?.value ?? (await make());
    return { id: configuredId ?? stored.deploymentId, secret: Buffer.from(stored.secret, 'base64') };
  }

  /** Creates the identity; if another instance was first, its identity counts. */
  const make = () => {
    const secret = Buffer.from(random.bytes(32)).toString('base64');
    return createOnce(ledger, IDENTITY, { deploymentId: random.uuid(), secret });
  };

  return lazy(read);
}

/** One key per purpose, made from the deployment's secret: a signature for one is invalid for another. */
export async function derivedKey(identity: () => Promise<Deployment>, purpose: string): Promise<Uint8Array> {
  const { secret } = await identity();
  return createHmac('sha256', secret).update(purpose).digest();
}
