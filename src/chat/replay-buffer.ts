import type { ActionNotice } from '../conversations/records/action-notice.ts';

/** A piece of an answer: text, or the start or end of an action. */
export type Piece = string | ActionNotice;

/** A reader of an answer, from its first piece. */
export interface TextReader {
  /**
   * The next piece: the text up to the next action notice, or that notice. Empty if there is no new text.
   */
  take(): Piece;
  /** Whether the answer has ended and everything was taken. */
  isAtEnd(): boolean;
  /** Stops the calls of `onNews`. */
  stop(): void;
}

/**
 * A replay buffer: later readers also get the earlier pieces of an answer. Readers get callbacks, so that a
 * piece reaches the client in the event in which it arrives. A slow reader gets the missed text as one piece,
 * so it needs no separate buffer.
 */
export function replayBuffer() {
  const pieces: Piece[] = [];
  let hasEnded = false;
  const listeners = new Set<() => void>();

  function announce(): void {
    for (const onNews of listeners) onNews();
  }

  return {
    push(piece: Piece): void {
      pieces.push(piece);
      announce();
    },
    end(): void {
      hasEnded = true;
      announce();
    },
    /** `onNews` is called after each new piece, and at the end. */
    read(onNews: () => void): TextReader {
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

export function completeTextReader(text: string): TextReader {
  const buffer = replayBuffer();
  buffer.push(text);
  buffer.end();
  return buffer.read(() => undefined);
}
