/** A value that is created on first use. */
export interface Lazy<T> {
  /** Concurrent callers share one creation. A failure is not cached: the next call tries again. */
  (): Promise<T>;
  /** The value, or the pending creation; undefined before the first use. */
  existing(): Promise<T> | undefined;
}

export function lazy<T>(create: () => Promise<T>): Lazy<T> {
  let created: Promise<T> | undefined;
  const get = () => {
    created ??= create().catch((error: unknown) => {
      created = undefined;
      throw error;
    });
    return created;
  };
  return Object.assign(get, { existing: () => created });
}

/** Returns the cached value of a key, or creates and caches it. */
type LruCache<T> = (key: string, make: () => T) => T;

/** A cache of limited size that evicts the least recently used value. */
export function lruCache<T>(limit: number): LruCache<T> {
  const cached = weightedLru<T>(limit, () => 1);
  return (key, make) => {
    const known = cached.get(key);
    if (known) return known.value;
    const value = make();
    cached.set(key, value);
    return value;
  };
}

/** A cache that evicts the least recently used values beyond a total weight, but never the newest one. */
interface WeightedLru<T> {
  get(key: string): { value: T } | undefined;
  /** Also updates the weight of a value that has changed. */
  set(key: string, value: T): void;
  delete(key: string): void;
  /** The most recently used last. */
  entries(): IterableIterator<[key: string, { value: T }]>;
}

export function weightedLru<T>(limit: number, weightOf: (value: T) => number): WeightedLru<T> {
  const cached = new Map<string, { value: T; weight: number }>();
  let total = 0;

  function remove(key: string): void {
    total -= cached.get(key)?.weight ?? 0;
    cached.delete(key);
  }

  return {
    get(key) {
      const entry = cached.get(key);
      if (!entry) return undefined;
      // Setting it again makes it the newest.
      cached.delete(key);
      cached.set(key, entry);
      return entry;
    },
    set(key, value) {
      remove(key);
      const weight = weightOf(value);
      cached.set(key, { value, weight });
      total += weight;
      for (const oldest of cached.keys()) {
        if (total <= limit || oldest === key) return;
        remove(oldest);
      }
    },
    delete: remove,
    entries: () => cached.entries(),
  };
}

export interface TtlOptions {
  clock: { now(): number };
  /** How long an entry lives after it was set, in milliseconds. */
  ttlMs: number;
  /** The maximum number of entries, or total weight; beyond it the oldest is evicted. Default: unlimited. */
  max?: number;
}

/** A map whose entries expire. */
interface TtlMap<T> {
  get(key: string): T | undefined;
  /** `ttlMs` overrides the default of the map. */
  set(key: string, value: T, ttlMs?: number): void;
  delete(key: string): void;
  clear(): void;
}

interface TtlMapOptions<T> extends TtlOptions {
  /** The weight of an entry, which counts against `max`. Default: one. */
  weightOf?: (value: T) => number;
}

export function ttlMap<T>(options: TtlMapOptions<T>): TtlMap<T> {
  const { clock, ttlMs, max = Number.POSITIVE_INFINITY, weightOf = () => 1 } = options;
  /** In insertion order. */
  const entries = new Map<string, { value: T; untilMs: number; weight: number }>();
  let total = 0;

  function remove(key: string): void {
    total -= entries.get(key)?.weight ?? 0;
    entries.delete(key);
  }

  return {
    get(key) {
      const entry = entries.get(key);
      return entry && clock.now() < entry.untilMs ? entry.value : undefined;
    },
    set(key, value, ownTtlMs = ttlMs) {
      remove(key);
      const weight = weightOf(value);
      entries.set(key, { value, untilMs: clock.now() + ownTtlMs, weight });
      total += weight;
      for (const [oldest, { untilMs }] of entries) {
        if (total <= max && clock.now() < untilMs) return;
        remove(oldest);
      }
    },
    delete: remove,
    clear() {
      entries.clear();
      total = 0;
    },
  };
}

/** A cache of loaded values with a time to live. */
interface TtlCache<T> {
  /**
   * The value of a key, loaded if it is missing or expired. Concurrent callers share one load; a failed load
   * is not cached. `keepFor` overrides the time to live of this load; 0 disables caching of it.
   */
  get(key: string, load: (keepFor: (ttlMs: number) => void) => Promise<T>): Promise<T>;
  /** Stores a value that the caller has just written to the source. */
  set(key: string, value: T): void;
  clear(): void;
}

export function ttlCache<T>(options: TtlOptions): TtlCache<T> {
  const entries = ttlMap<Promise<T>>(options);
  return {
    get(key, load) {
      const known = entries.get(key);
      if (known) return known;
      let ownTtlMs: number | undefined;
      const loading = load((ttlMs) => (ownTtlMs = ttlMs));
      entries.set(key, loading);
      const isCurrent = () => entries.get(key) === loading;
      loading.then(
        () => {
          if (ownTtlMs !== undefined && isCurrent()) entries.set(key, loading, ownTtlMs);
        },
        () => {
          if (isCurrent()) entries.delete(key);
        },
      );
      return loading;
    },
    set: (key, value) => entries.set(key, Promise.resolve(value)),
    clear: entries.clear,
  };
}

/** A stale-while-revalidate cache: callers get the last value while a newer one is loaded. */
interface RefreshedCache<T> {
  /**
   * The last value; once it is older than `freshMs`, a load starts in the background. A caller waits only if
   * there is no value, or it is older than `ageMs` (default: `maxAgeMs`). A failed load leaves the value as
   * it is.
   */
  get(key: string, load: () => Promise<T>, ageMs?: number): Promise<T>;
  /** The last value without waiting, however old; a load starts in the background as with `get`. */
  latest(key: string, load: () => Promise<T>): T | undefined;
  /** Removes a value, and ignores the result of a load in progress. */
  forget(key: string): void;
}

interface RefreshedOptions extends Omit<TtlOptions, 'ttlMs'> {
  freshMs: number;
  maxAgeMs: number;
  /** Runs a load that no caller waits for, and reports its failure. */
  background: { run(work: Promise<unknown>): void };
}

export function refreshedCache<T>({
  clock,
  freshMs,
  maxAgeMs,
  max = Number.POSITIVE_INFINITY,
  background,
}: RefreshedOptions): RefreshedCache<T> {
  interface Entry {
    last?: { value: T; asOfMs: number };
    running?: Promise<T> | undefined;
    triedAtMs: number;
  }
  const entries = ttlMap<Entry>({ clock, ttlMs: Number.POSITIVE_INFINITY, max });

  function start(key: string, load: () => Promise<T>): Promise<T> {
    const triedAtMs = clock.now();
    const entry: Entry = { ...entries.get(key), triedAtMs };
    entry.running = load()
      .then((value) => {
        entry.last = { value, asOfMs: triedAtMs };
        return value;
      })
      .finally(() => {
        entry.running = undefined;
      });
    entries.set(key, entry);
    return entry.running;
  }

  /** At most one load in `freshMs`, also after a failure. */
  function refresh(key: string, load: () => Promise<T>): void {
    const entry = entries.get(key);
    if (entry?.running || (entry && clock.now() - entry.triedAtMs < freshMs)) return;
    background.run(start(key, load));
  }

  /** The last value that is not older than `ageMs`. */
  function recent(key: string, ageMs = maxAgeMs): T | undefined {
    const last = entries.get(key)?.last;
    return last && clock.now() - last.asOfMs <= ageMs ? last.value : undefined;
  }

  return {
    get(key, load, ageMs) {
      const value = recent(key, ageMs);
      if (value === undefined) return entries.get(key)?.running ?? start(key, load);
      refresh(key, load);
      return Promise.resolve(value);
    },
    latest(key, load) {
      refresh(key, load);
      return entries.get(key)?.last?.value;
    },
    forget: (key) => entries.delete(key),
  };
}
