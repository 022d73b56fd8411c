export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after a time, or at once when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Milliseconds left to the request that the caller works for; undefined outside of one. */
  leftMs?(): number | undefined;
}

/**
 * The time that a request may take until its answer begins. Every operation takes at most what is left of it
 * (`Clock.leftMs`), so that the answer comes in time however many operations hang.
 */
export interface RequestBudget {
  /** Runs a request. Its budget ends with it: work that continues in the background is not bounded. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Runs work that may take longer than the request, such as the answer of a model. */
  leave<T>(work: () => T): T;
}

export interface Random {
  uuid(): string;
  bytes(length: number): Uint8Array;
}
