/** Sends a request and reads its response; undefined if it was refused or the connection broke. */
export type Ask = <T>(
  path: string,
  request: { method?: 'POST' | 'PUT'; headers?: Record<string, string>; body?: string },
  read: (response: Response, startedAtMs: number) => Promise<T>,
) => Promise<T | undefined>;

/** A client that sends one message after the other. */
export interface Writer {
  /** Sends the next message, or repeats the unanswered one. Resolves to true when it is answered. */
  send(): Promise<boolean>;
  /** Abandons an unanswered message, like a visitor who starts a new conversation. */
  abandon(): void;
}
