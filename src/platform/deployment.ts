import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import { lazy } from '../lib/caching.ts';
import type { Ledger, Random } from '../ports.ts';
import { createOnce, readDocument } from './ledger-documents.ts';

const IDENTITY = {
  kind: 'deployment',
  id: 'identity',
  schema: z.object({ deploymentId: z.string(), secret: z.string() }),
};

/** The deployment's id, and the secret from which `derivedKey` derives keys. */
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

  /** Creates the identity, or returns the one of an instance that was first. */
  const make = () => {
    const secret = Buffer.from(random.bytes(32)).toString('base64');
    return createOnce(ledger, IDENTITY, { deploymentId: random.uuid(), secret });
  };

  return lazy(read);
}

/** Key derivation: a separate key per purpose from the deployment's secret. */
export async function derivedKey(identity: () => Promise<Deployment>, purpose: string): Promise<Uint8Array> {
  const { secret } = await identity();
  return createHmac('sha256', secret).update(purpose).digest();
}
