/** Reads bytes that arrive in pieces, of which one is in memory at a time. */
export interface ByteCursor {
  /** The next bytes: `count` of them, or all that are left where there are fewer. */
  take(count: number): Promise<Uint8Array>;
  /** As `take`, and the bytes stay the next ones. */
  peek(count: number): Promise<Uint8Array>;
  /** Passes over bytes, and shows them to `seen` in parts; false where there were fewer. */
  advance(count: number, seen?: (part: Uint8Array) => void): Promise<boolean>;
  /** The next bytes as far as they are in memory, at least one; they stay the next ones. */
  loaded(): Promise<Uint8Array | undefined>;
  /** The rest of the piece that is being read; undefined at the end. */
  rest(): Promise<Uint8Array | undefined>;
  /** Ends the producer of the pieces. */
  close(): Promise<void>;
}

/** Lets other work of the event loop run. */
export type Turn = () => Promise<unknown>;

/**
 * A file of many tiny parts would take too long. After this many steps only `rest` gives bytes, so that a
 * partly read file does not look fully read. A PNG of 10 MB in chunks of 4 KB takes 11 000.
 */
const MAX_STEPS = 30_000;
/** Well below a millisecond. */
const STEPS_OF_TURN = 500;
/** The longest part that is shown; a checksum of it takes about a millisecond. */
const SEEN_BYTES = 64 * 1024;

export function byteCursor(pieces: AsyncIterable<Uint8Array>, turn: Turn): ByteCursor {
  const iterator = pieces[Symbol.asyncIterator]();
  let piece: Uint8Array = new Uint8Array();
  let at = 0;
  let steps = 0;

  /** Whether there is a byte to read; loads the next piece where this one is read. */
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
