import type { ReadConsistency, Version } from './conversation-store.ts';

export interface LedgerEntry<T = unknown> {
  id: string;
  value: T;
  version: Version;
}

/**
 * Small documents under optimistic concurrency, each in a `kind`. Values are JSON; the reader parses them.
 */
export interface Ledger {
  /** Default `session`; `strong` where a gate depends on another instance's write. */
  read(kind: string, id: string, consistency?: ReadConsistency): Promise<LedgerEntry | undefined>;
  list(kind: string, consistency?: ReadConsistency): Promise<LedgerEntry[]>;
  /** At most `limit` of a kind, by descending id; with `before` only smaller ids. */
  newest(kind: string, limit: number, before?: string): Promise<LedgerEntry[]>;
  /** Undefined after a concurrent write since `expected` was read. */
  write(kind: string, id: string, value: unknown, expected: Version | 'absent'): Promise<Version | undefined>;
  /** False after a concurrent write since `expected` was read, or where it does not exist. */
  remove(kind: string, id: string, expected: Version): Promise<boolean>;
}

export interface CounterState {
  count: number;
  /** When the window ends, in milliseconds since the epoch. */
  windowEndsAtMs: number;
}

/** Rate-limit windows that all instances share. A window starts with the first hit of a key. */
export interface Counters {
  /** Adds hits (default 1) to each key and returns the windows, in the order given. */
  hit(keys: readonly string[], windowMs: number, nowMs: number, hits?: number): Promise<CounterState[]>;
}
