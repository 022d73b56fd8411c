/** A cursor over bytes that arrive in pieces, with one piece in memory at a time. */
export interface ByteCursor {
  /** Consumes the next `count` bytes; fewer at the end. */
  take(count: number): Promise<Uint8Array>;
  /** Returns the next bytes without consuming them. */
  peek(count: number): Promise<Uint8Array>;
  /** Skips bytes, and passes them to `seen` in parts; false if the end comes first. */
  advance(count: number, seen?: (part: Uint8Array) => void): Promise<boolean>;
  /**
   * Returns the next bytes that are in memory, at least one, without consuming them; undefined at the end.
   */
  loaded(): Promise<Uint8Array | undefined>;
  /** Consumes the rest of the current piece; undefined at the end. */
  rest(): Promise<Uint8Array | undefined>;
  /** Stops the producer of the pieces. */
  close(): Promise<void>;
}

/** Yields to the event loop. */
export type YieldToEventLoop = () => Promise<unknown>;

/**
 * The maximum number of steps, because a file of many tiny parts would take too long. Afterwards only `rest`
 * returns bytes, so that the file does not look complete. A PNG of 10 MB in chunks of 4 KB takes 11 000
 * steps.
 */
const MAX_STEPS = 30_000;
/** The number of steps between yields; they take less than a millisecond. */
const STEPS_OF_TURN = 500;
/** The maximum length of a part passed to `seen`; its checksum takes about a millisecond. */
const SEEN_BYTES = 64 * 1024;

export function byteCursor(pieces: AsyncIterable<Uint8Array>, turn: YieldToEventLoop): ByteCursor {
  const iterator = pieces[Symbol.asyncIterator]();
  let piece: Uint8Array = new Uint8Array();
  let at = 0;
  let steps = 0;

  /** Whether there is a next byte; loads the next piece if the current one is consumed. */
  async function isLoaded(): Promise<boolean> {
    while (at >= piece.length) {
      const next = await iterator.next();
      if (next.done) return false;
      piece = next.value;
      at = 0;
    }
    return true;
  }

  async function hasMore(): Promise<boolean> {
    if (++steps > MAX_STEPS) return false;
    if (steps % STEPS_OF_TURN === 0) await turn();
    return await isLoaded();
  }

  async function peek(count: number): Promise<Uint8Array> {
    while ((await hasMore()) && at + count > piece.length) {
      const next = await iterator.next();
      if (next.done) break;
      const left = piece.subarray(at);
      piece = new Uint8Array(left.length + next.value.length);
      piece.set(left);
      piece.set(next.value, left.length);
      at = 0;
    }
    return steps > MAX_STEPS ? new Uint8Array() : piece.subarray(at, at + count);
  }

  return {
    peek,
    async take(count) {
      const taken = await peek(count);
      at += taken.length;
      return taken;
    },
    async advance(count, seen) {
      let left = count;
      while (left > 0 && (await hasMore())) {
        const here = Math.min(left, piece.length - at, seen ? SEEN_BYTES : Infinity);
        seen?.(piece.subarray(at, at + here));
        if (here === SEEN_BYTES) await turn();
        at += here;
        left -= here;
      }
      return left <= 0;
    },
    loaded: async () => ((await hasMore()) ? piece.subarray(at) : undefined),
    async rest() {
      if (!(await isLoaded())) return undefined;
      const rest = piece.subarray(at);
      at = piece.length;
      return rest;
    },
    async close() {
      await iterator.return?.();
    },
  };
}
