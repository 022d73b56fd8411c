/** Limits of a connection's replay buffer. */
export interface BufferBounds {
  messages: number;
  /** Total length of the frames in UTF-16 code units. */
  length: number;
}

/** The replay buffer of one connection of the reliable protocol. */
export interface UnacknowledgedMessages {
  /** Numbers a frame, from 1 on, and keeps it; undefined where that would exceed the bounds. */
  add(number: (sequenceId: number) => string): string | undefined;
  /** Removes every message up to a number; a number that was never given removes all. */
  acknowledge(sequenceId: number): void;
  /** The unacknowledged frames, in order. */
  all(): Iterable<string>;
  clear(): void;
}

/** An empty replay buffer. */
export function unacknowledgedMessages(bounds: BufferBounds): UnacknowledgedMessages {
  const frames = new Map<number, string>();
  let latest = 0;
  let length = 0;

  return {
    add(number) {
      const frame = number(latest + 1);
      if (frames.size >= bounds.messages || length + frame.length > bounds.length) return undefined;
      latest++;
      length += frame.length;
      frames.set(latest, frame);
      return frame;
    },
    acknowledge(sequenceId) {
      for (const [number, frame] of frames) {
        if (number > sequenceId) return;
        frames.delete(number);
        length -= frame.length;
      }
    },
    all: () => frames.values(),
    clear() {
      frames.clear();
      length = 0;
    },
  };
}
