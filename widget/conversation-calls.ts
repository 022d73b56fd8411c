import type { Api, Reply } from './api.ts';
import type { State } from './state.ts';

/** The operations of a conversation that the views and the page call (conversation.ts). */
export interface Conversation {
  state(): State;
  /** Sends a message; `body` replaces its text in the request (state.ts, Turn). */
  send(message: string, body?: object): void;
  /** Stops showing the current answer until it is complete: the service goes on with it, and stores it. */
  stop(): void;
  /** Repeats what failed. */
  retry(): void;
  /** Requests an agent; without any message yet, `opening` is sent first. */
  askPerson(opening?: string): void;
  /** Calls the service as this conversation's visitor. */
  call: Api;
  /** Posts something about this conversation, and merges what the service answers. */
  post(path: string, fields?: object): Promise<Reply>;
  /** Starts a new conversation; unsent messages move into it. */
  restart(): void;
  /** Returns to an earlier conversation; a registered widget's has a token, which `renewal` renews. */
  resume(earlier: Earlier, renewal?: string): void;
  show(open: boolean): void;
  /** Toggles the tone for new messages. */
  toggleSound(): void;
  type(draft: string): void;
  /** Loads the state that all tabs share: at first, and whenever another tab has written it. */
  follow(): void;
  /** After sleep, or a lost network: fetches what was missed. */
  wake(): void;
  /** Closes the connection until `wake`. */
  rest(): void;
}

/** An earlier conversation, as far as it is known before its messages are loaded. */
export type Earlier = Pick<State, 'sessionId' | 'status' | 'read'>;
