import { ttlMap, type TtlOptions } from './caching.ts';

/** Fails calls for a time after one has failed. */
export interface FailureCache {
  /** Calls, unless the last call of this key failed less than `ttlMs` ago: then it fails with that error. */
  <T>(key: string, call: () => Promise<T>): Promise<T>;
}

/** Remembers failures by key, so that callers do not load a server that does not work. */
export function failureCache(options: TtlOptions): FailureCache {
  const failures = ttlMap<{ error: unknown }>(options);
  return async (key, call) => {
    const known = failures.get(key);
    if (known) throw known.error;
    try {
      return await call();
    } catch (error) {
      failures.set(key, { error });
      throw error;
    }
  };
}
