import { ttlCache } from '../lib/caching.ts';
import { AppError } from '../core/errors.ts';
import type { SecretHeader } from './records/action.ts';
import type { Ports } from '../ports.ts';
import type { Background } from '../platform/background.ts';

const vaultName = ({ secretId }: Pick<SecretHeader, 'secretId'>) => `action-header-${secretId}`;
/** The time to live of a cached secret, in milliseconds; a secret never changes under its id. */
const TTL_MS = 60 * 60_000;
const MAX_CACHED = 200;

export function actionSecrets({
  clock,
  random,
  vault,
  background,
}: Pick<Ports, 'clock' | 'random' | 'vault'> & { background: Background }) {
  const values = ttlCache<string>({ clock, ttlMs: TTL_MS, max: MAX_CACHED });

  const valueOf = (header: SecretHeader) =>
    values.get(header.secretId, async () => {
      const found = await vault.read(vaultName(header));
      if (!found) throw new AppError('vault-unavailable');
      return found.value;
    });

  return {
    /** Stores a value under a new secret id. */
    async add(name: string, value: string): Promise<SecretHeader> {
      const header = { name, secretId: random.uuid() };
      await vault.write(vaultName(header), value);
      return header;
    },
    /** The values by header name; throws `vault-unavailable` if one cannot be read. */
    async read(headers: readonly SecretHeader[]): Promise<Record<string, string>> {
      const entries = headers.map(async (header) => [header.name, await valueOf(header)] as const);
      return Object.fromEntries(await Promise.all(entries));
    },
    /** Deletes unused values, in the background. */
    erase(headers: readonly SecretHeader[]): void {
      for (const header of headers) background.run(vault.remove(vaultName(header)));
    },
  };
}

/** Stores the secrets of actions' headers in the vault. */
export type ActionSecrets = ReturnType<typeof actionSecrets>;
