import { ttlMap, type TtlOptions } from './caching.ts';

/** A negative cache: after a failed call, further calls fail for a time. */
interface FailureCache {
  /** Runs `call`, or throws the error of the last call of this key if that failed less than `ttlMs` ago. */
  <T>(key: string, call: () => Promise<T>): Promise<T>;
}

/** Caches failures by key, so that callers do not overload a failing server. */
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
