/** One reader of a text that comes in pieces, from its first piece on. */
export interface TextReader {
  /** What has arrived since the last call, as one text; empty where there is nothing. */
  take(): string;
  /** Whether everything has been taken, and nothing more will come. */
  isAtEnd(): boolean;
  /** Ends the calls of `onNews`. */
  stop(): void;
}

/** A replay buffer: the pieces of an answer for one reader or many. */
export interface ReplayBuffer {
  push(piece: string): void;
  end(): void;
  /** `onNews` is called after each later piece, and at the end. The reader begins with what is there. */
  read(onNews: () => void): TextReader;
}

/**
 * Readers are called, not iterated: a piece reaches the client within the event that brought it. A reader
 * that falls behind gets the missed text as one piece, so that a slow client needs no buffer.
 */
export function replayBuffer(): ReplayBuffer {
  const pieces: string[] = [];
  let hasEnded = false;
  const listeners = new Set<() => void>();

  function announce(): void {
    for (const onNews of listeners) onNews();
  }

  return {
    push(piece) {
      pieces.push(piece);
      announce();
    },
    end() {
      hasEnded = true;
      announce();
    },
    read(onNews) {
      let next = 0;
      listeners.add(onNews);
      return {
        take() {
          const from = next;
          next = pieces.length;
          return from + 1 === next ? (pieces[from] ?? '') : pieces.slice(from).join('');
        },
        isAtEnd: () => hasEnded && next === pieces.length,
        stop: () => void listeners.delete(onNews),
      };
    },
  };
}

/** The reader of a text that is there as a whole. */
export function readWhole(text: string): TextReader {
  const buffer = replayBuffer();
  buffer.push(text);
  buffer.end();
  return buffer.read(() => undefined);
}
