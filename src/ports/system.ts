import type { TimeZones as ZoneArithmetic } from '../domain/business-hours.ts';

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after a time, or immediately when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls back after a time, unless the returned function clears the timer before. */
  after(ms: number, run: () => void): () => void;
  /** Milliseconds of waiting left to the request that the caller works for; undefined outside of one. */
  leftMs?(): number | undefined;
}

/**
 * The time that a request may take until its answer begins. Each operation takes at most the remaining time
 * (`Clock.leftMs`), so that hanging operations cannot delay the answer further.
 */
export interface RequestBudget {
  /**
   * Runs a request with a budget in milliseconds. It ends with the request: work that continues in the
   * background is not bounded.
   */
  run<T>(work: () => Promise<T>, budgetMs?: number): Promise<T>;
  /** Runs work that may take longer than the request, such as the answer of a model. */
  leave<T>(work: () => T): T;
  /** Pauses the budget for work inside the request that has a time limit itself. */
  pause<T>(work: () => Promise<T>): Promise<T>;
}

export interface Random {
  uuid(): string;
  bytes(length: number): Uint8Array;
}

/** The arithmetic of time zones, which a library does. It never fails for a zone that a record holds. */
export type TimeZones = ZoneArithmetic;

export interface Asset {
  bytes: Uint8Array;
  /** Strong, quoted. */
  etag: string;
  /** Compressed once. */
  br: Uint8Array;
  gzip: Uint8Array;
}

/** Built files: the widget, its languages, the scripts and styles of the pages. */
export interface Assets {
  /** By its path in the build's folder, for example `widget.js`; undefined if the file does not exist. */
  read(path: string): Promise<Asset | undefined>;
  /** A file composed from others, compressed like them; the most recently used ones are cached. */
  make(text: string): Promise<Asset>;
}
