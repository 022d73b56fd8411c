import { AppError } from '../../../src/core/errors.ts';
import type { SecretVault } from '../../../src/ports.ts';

/** A vault in memory that a test can stop, slow down or read. */
interface ScriptedVault extends SecretVault {
  /** The secret's value; undefined if it does not exist. */
  secret: string | undefined;
  /** `down`: all calls fail. `read-only`: writes fail. */
  state: 'well' | 'read-only' | 'down';
  /** Awaited before each write. */
  beforeWrite: () => Promise<void>;
  readonly reads: number;
  readonly writes: number;
}

/** A vault with one secret, regardless of its name. */
export function scriptedVault(secret?: string): ScriptedVault {
  let reads = 0;
  let writes = 0;
  const vault: ScriptedVault = {
    secret,
    state: 'well',
    beforeWrite: () => Promise.resolve(),
    get reads() {
      return reads;
    },
    get writes() {
      return writes;
    },
    read() {
      reads++;
      if (vault.state === 'down') return Promise.reject(new AppError('vault-unavailable'));
      const { secret: value } = vault;
      return Promise.resolve(value === undefined ? undefined : { value, version: String(writes) });
    },
    async write(_name, value) {
      await vault.beforeWrite();
      if (vault.state !== 'well') throw new AppError('vault-unavailable');
      vault.secret = value;
      return String(++writes);
    },
    async remove() {
      await vault.beforeWrite();
      if (vault.state !== 'well') throw new AppError('vault-unavailable');
      vault.secret = undefined;
    },
  };
  return vault;
}
