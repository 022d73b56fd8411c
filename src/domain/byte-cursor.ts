/** Reads bytes that arrive in pieces, of which one is in memory at a time. */
export interface ByteCursor {
  /** The next bytes: `count` of them, or all that are left where there are fewer. */
  take(count: number): Promise<Uint8Array>;
  /** As `take`, and the bytes stay the next ones. */
  peek(count: number): Promise<Uint8Array>;
  /** Passes over bytes; false where there were fewer. */
  advance(count: number): Promise<boolean>;
  /** Passes over bytes up to a value, which is next then; false where it does not come. */
  advanceTo(value: number): Promise<boolean>;
  /** The rest of the piece that is being read; undefined at the end. */
  rest(): Promise<Uint8Array | undefined>;
  /** Tells the producer of the pieces that no more are read. */
  close(): Promise<void>;
}

/**
 * A file of many tiny parts would take too long: after so many steps only `rest` gives bytes, so that a file
 * that was not read as a whole does not look as if it was.
 */
const MAX_STEPS = 300_000;

export function byteCursor(pieces: AsyncIterable<Uint8Array>): ByteCursor {
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

  const hasMore = async (): Promise<boolean> => ++steps <= MAX_STEPS && (await isLoaded());

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
    async advance(count) {
      let left = count;
      while (left > 0 && (await hasMore())) {
        const here = Math.min(left, piece.length - at);
        at += here;
        left -= here;
      }
      return left <= 0;
    },
    async advanceTo(value) {
      while (await hasMore()) {
        const found = piece.indexOf(value, at);
        at = found === -1 ? piece.length : found;
        if (found !== -1) return true;
      }
      return false;
    },
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
