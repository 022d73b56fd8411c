/** Limits of a connection's replay buffer. */
export interface BufferBounds {
  messages: number;
  /** The most bytes of all frames together. */
  bytes: number;
}

/** An empty replay buffer. Frames are shared with other connections' buffers, not copied. */
export function unacknowledgedMessages(bounds: BufferBounds) {
  const frames = new Map<number, Uint8Array>();
  let latest = 0;
  let bytes = 0;

  return {
    /** Adds a frame and returns its number, from 1 on; undefined if the limits would be exceeded. */
    add(frame: Uint8Array): number | undefined {
      if (frames.size >= bounds.messages || bytes + frame.length > bounds.bytes) return undefined;
      bytes += frame.length;
      frames.set(++latest, frame);
      return latest;
    },
    /** Removes every message up to this number. An unknown number removes all. */
    acknowledge(sequenceId: number): void {
      for (const [number, frame] of frames) {
        if (number > sequenceId) return;
        frames.delete(number);
        bytes -= frame.length;
      }
    },
    /** The unacknowledged frames in order, with their numbers. */
    all: (): Iterable<readonly [sequenceId: number, frame: Uint8Array]> => frames,
    clear(): void {
      frames.clear();
      bytes = 0;
    },
  };
}
