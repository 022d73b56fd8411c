/** The destination of a response's text. */
export interface TextSink {
  write(text: string): void;
  /** False while the client's buffer is full. */
  isReady(): boolean;
  end(): void;
}

/** The control of a running transfer to a sink. */
export interface Pushing {
  /** Called when the sink is ready again. */
  resume(): void;
  /** Called when the client has disconnected; nothing more is written. */
  stop(): void;
}

/** A response text that is written in the event in which it arrives (ADR 25). */
export interface PushedText {
  sendTo(sink: TextSink): Pushing;
}
