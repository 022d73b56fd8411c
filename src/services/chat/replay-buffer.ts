/** A replay buffer: the chunks of an answer for any number of readers, each from the first chunk on. */
export interface ReplayBuffer {
  push(piece: string): void;
  end(): void;
  read(): AsyncIterable<string>;
}

/**
 * A reader that falls behind gets the missed text as one chunk, so that a slow client needs no buffer of its
 * own.
 */
export function replayBuffer(): ReplayBuffer {
  const pieces: string[] = [];
  let ended = false;
  /** Present while a reader waits. */
  let arrival: PromiseWithResolvers<void> | undefined;

  function announce(): void {
    arrival?.resolve();
    arrival = undefined;
  }

  return {
    push(piece) {
      pieces.push(piece);
      announce();
    },
    end() {
      ended = true;
      announce();
    },
    async *read() {
      let next = 0;
      while (next < pieces.length || !ended) {
        if (next < pieces.length) {
          const waiting = pieces.slice(next);
          next = pieces.length;
          yield waiting.join('');
        } else await (arrival ??= Promise.withResolvers<void>()).promise;
      }
    },
  };
}
