/** Limits of a connection's replay buffer. */
export interface BufferBounds {
  messages: number;
  /** Total length of the frames, in bytes. */
  bytes: number;
}

/** The replay buffer of one connection of the reliable protocol. */
export interface UnacknowledgedMessages {
  /** Keeps a frame, and returns its number, from 1 on; undefined where that would exceed the bounds. */
  add(frame: Uint8Array): number | undefined;
  /** Removes every message up to a number; a number that was never given removes all. */
  acknowledge(sequenceId: number): void;
  /** The unacknowledged frames with their numbers, in order. */
  all(): Iterable<readonly [sequenceId: number, frame: Uint8Array]>;
  clear(): void;
}

/** An empty replay buffer. It shares the frames with those of other connections. */
export function unacknowledgedMessages(bounds: BufferBounds): UnacknowledgedMessages {
  const frames = new Map<number, Uint8Array>();
  let latest = 0;
  let bytes = 0;

  return {
    add(frame) {
      if (frames.size >= bounds.messages || bytes + frame.length > bounds.bytes) return undefined;
      bytes += frame.length;
      frames.set(++latest, frame);
      return latest;
    },
    acknowledge(sequenceId) {
      for (const [number, frame] of frames) {
        if (number > sequenceId) return;
        frames.delete(number);
        bytes -= frame.length;
      }
    },
    all: () => frames,
    clear() {
      frames.clear();
      bytes = 0;
    },
  };
}
