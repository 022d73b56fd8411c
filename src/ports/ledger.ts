import type { ReadConsistency } from './conversation-store.ts';
import type { Version } from './pages.ts';

export interface LedgerEntry<T = unknown> {
  id: string;
  value: T;
  version: Version;
}

/**
 * A key-value store with optimistic concurrency. The key is a `kind` and an id; values are JSON, and the
 * caller parses them.
 */
export interface Ledger {
  /** Default `session`; use `strong` if a check depends on another instance's write. */
  read(kind: string, id: string, consistency?: ReadConsistency): Promise<LedgerEntry | undefined>;
  list(kind: string, consistency?: ReadConsistency): Promise<LedgerEntry[]>;
  /** At most `limit` of a kind, by descending id; with `before` only smaller ids. */
  newest(kind: string, limit: number, before?: string): Promise<LedgerEntry[]>;
  /** Undefined after a concurrent write since `expected` was read. */
  write(kind: string, id: string, value: unknown, expected: Version | 'absent'): Promise<Version | undefined>;
  /** False after a concurrent write since `expected` was read, or if the entry does not exist. */
  remove(kind: string, id: string, expected: Version): Promise<boolean>;
}

export interface CounterState {
  count: number;
  /** When the window ends, in milliseconds since the epoch. */
  windowEndsAtMs: number;
}

/** Rate-limit counters that all instances share. A window starts with the first hit of a key (ADR 3). */
export interface Counters {
  /** Adds hits (default 1) to each key and returns the windows, in the order given. */
  hit(keys: readonly string[], windowMs: number, nowMs: number, hits?: number): Promise<CounterState[]>;
}
