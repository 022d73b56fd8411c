export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after a time, or immediately when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Starts a timer that calls `run` once; the returned function cancels it. */
  after(ms: number, run: () => void): () => void;
  /** The milliseconds left of the current request's time budget (ADR 13); undefined outside a request. */
  remainingMs?(): number | undefined;
}

/**
 * The time budget of a request until its response starts (ADR 13). Each operation takes at most the remaining
 * time (`Clock.remainingMs`), so that hanging operations cannot delay the response further.
 */
export interface RequestBudget {
  /**
   * Runs a request with a budget in milliseconds. The budget ends with the request: work that continues in
   * the background has no limit.
   */
  run<T>(work: () => Promise<T>, budgetMs?: number): Promise<T>;
  /** Runs work that may take longer than the request, such as the answer of a model. */
  exempt<T>(work: () => T): T;
  /** Pauses the budget for work inside the request that has a time limit itself. */
  pause<T>(work: () => Promise<T>): Promise<T>;
}

export interface Random {
  uuid(): string;
  bytes(length: number): Uint8Array;
}

export interface Asset {
  bytes: Uint8Array;
  /** A strong entity tag (RFC 9110, 8.8.3), with its quotes. */
  etag: string;
  /** The bytes compressed with Brotli and gzip. */
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
