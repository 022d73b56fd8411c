import type { Api, Reply } from '../api.ts';
import type { State } from './state.ts';

/** The operations of a conversation (conversation.ts) for views and the page's API. */
export interface Conversation {
  state(): State;
  /** Sends a message. `body` replaces its text in the request (state.ts, Turn). */
  send(message: string, body?: object): void;
  /** Stops showing the current answer until it is complete. The service still completes and stores it. */
  stop(): void;
  /** Repeats failed requests. */
  retry(): void;
  /** Requests an agent. If there is no message yet, `opening` is sent first. */
  askPerson(opening?: string): void;
  /** Calls the service as the conversation's visitor. */
  call: Api;
  /** Posts to the conversation and merges the response. */
  post(path: string, fields?: object): Promise<Reply>;
  /** Starts a new conversation. Unsent messages move into it. */
  restart(): void;
  /** Returns to an earlier conversation. A registered widget needs `renewal` to get a token for it. */
  resume(earlier: EarlierConversation, renewal?: string): void;
  show(open: boolean): void;
  /** Reports to the agent up to which message the visitor has seen theirs; false if it was not sent. */
  tellSeen(seq: number): boolean;
  /** Turns the tone for new messages on or off. */
  toggleSound(): void;
  type(draft: string): void;
  /** Loads the state that all tabs share: at the start, and whenever another tab has changed it. */
  follow(): void;
  /** Fetches missed messages after sleep or a lost network. */
  wake(): void;
  /** Closes the connection until `wake`. */
  rest(): void;
}

/** The known parts of an earlier conversation before its messages are loaded. */
export type EarlierConversation = Pick<State, 'sessionId' | 'status' | 'read'>;
