/** The destination of a response's text. */
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

/** The text of a response that is written in the event in which it comes into being. */
export interface PushedText {
  sendTo(sink: TextSink): Pushing;
}
