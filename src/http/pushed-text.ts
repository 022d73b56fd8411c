/** Where the text of a response goes. */
export interface TextSink {
  write(text: string): void;
  /** False while the client takes no more. */
  isReady(): boolean;
  end(): void;
}

/** A text on its way to a sink. */
export interface Pushing {
  /** The sink is ready again. */
  resume(): void;
  /** The client has gone: nothing more is written. */
  stop(): void;
}

/**
 * The text of a response that is written in the event in which it comes into being. A host without a sink of
 * its own iterates it.
 */
export interface PushedText extends AsyncIterable<string> {
  sendTo(sink: TextSink): Pushing;
}

/** Makes a text that is pushed iterable: one that is behind gets everything at once. */
export function pushedText(sendTo: PushedText['sendTo']): PushedText {
  return {
    sendTo,
    async *[Symbol.asyncIterator]() {
      let waiting = '';
      const state = { hasEnded: false };
      let wake: () => void = () => undefined;
      const pushing = sendTo({
        write(text) {
          waiting += text;
          wake();
        },
        isReady: () => waiting === '',
        end() {
          state.hasEnded = true;
          wake();
        },
      });
      try {
        for (;;) {
          if (waiting !== '') {
            const text = waiting;
            waiting = '';
            yield text;
            pushing.resume();
          } else if (state.hasEnded) return;
          else await new Promise<void>((resolve) => (wake = resolve));
        }
      } finally {
        pushing.stop();
      }
    },
  };
}
