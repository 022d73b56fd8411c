import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { lazy } from '../lib/caching.ts';
import { AppError } from '../core/errors.ts';
import type { Ports, SigningKey } from '../ports.ts';
import { createOnce, readDocument } from '../platform/ledger-documents.ts';

/** The ledger entry with the id of the signing key. The key is written to the vault first. */
const SIGNING_KEY = {
  kind: 'deployment',
  id: 'action-signing-key',
  schema: z.object({ keyId: z.string() }),
};
const Jwk = z.object({ kty: z.string(), crv: z.string(), x: z.string(), y: z.string(), d: z.string() });
const newPair = promisify(generateKeyPair);
const vaultName = (keyId: string) => `action-signing-key-${keyId}`;

/**
 * The key that signs the tokens of actions, created on first use. If two instances create one at the same
 * time, both use the first one in the ledger.
 */
export function signingKey({
  ledger,
  vault,
  random,
}: Pick<Ports, 'ledger' | 'vault' | 'random'>): () => Promise<SigningKey> {
  async function make(): Promise<string> {
    const keyId = random.uuid();
    const { privateKey } = await newPair('ec', { namedCurve: 'P-256' });
    await vault.write(vaultName(keyId), JSON.stringify(privateKey.export({ format: 'jwk' })));
    return (await createOnce(ledger, SIGNING_KEY, { keyId })).keyId;
  }

  return lazy(async () => {
    const id = (await readDocument(ledger, SIGNING_KEY))?.value.keyId ?? (await make());
    const stored = await vault.read(vaultName(id));
    if (!stored) throw new AppError('vault-unavailable');
    return { id, jwk: Jwk.parse(JSON.parse(stored.value)) };
  });
}
