import type { ActionNotice } from '../../domain/records/action-notice.ts';

/** A piece of an answer: text, or that an action has begun or ended. */
export type Piece = string | ActionNotice;

/** One reader of an answer that comes in pieces, from its first piece on. */
export interface TextReader {
  /**
   * The news since the last call: the text up to the next notice as one piece, or that notice; may be empty.
   */
  take(): Piece;
  /** Whether everything has been taken, and nothing more will come. */
  isAtEnd(): boolean;
  /** Ends the calls of `onNews`. */
  stop(): void;
}

/** A replay buffer: the pieces of an answer for one reader or many. */
export interface ReplayBuffer {
  push(piece: Piece): void;
  end(): void;
  /** `onNews` is called after each later piece, and at the end. The reader begins with what is there. */
  read(onNews: () => void): TextReader;
}

/**
 * Readers are called, not iterated: a piece reaches the client within the event that brought it. A reader
 * that falls behind gets the missed text as one piece, so that a slow client needs no buffer.
 */
export function replayBuffer(): ReplayBuffer {
  const pieces: Piece[] = [];
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
          const first = pieces[next];
          if (first === undefined) return '';
          next++;
          if (typeof first !== 'string') return first;
          let text = first;
          for (let piece = pieces[next]; typeof piece === 'string'; piece = pieces[++next]) text += piece;
          return text;
        },
        isAtEnd: () => hasEnded && next === pieces.length,
        stop: () => void listeners.delete(onNews),
      };
    },
  };
}

/** The reader of a text that is there as a whole. */
export function completeTextReader(text: string): TextReader {
  const buffer = replayBuffer();
  buffer.push(text);
  buffer.end();
  return buffer.read(() => undefined);
}
