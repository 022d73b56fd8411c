import type { Loose, Message } from '../model.ts';

/** Texts of failures. */
export const UNDELIVERED = 'Your message was not sent.';
/** The request for an agent failed. */
export const REFUSED = 'Your request was not sent.';
export const OFFLINE = 'You are offline. Your message will be sent when you reconnect.';
/** The service has the message, but no complete answer. */
export const BROKEN = 'We could not reach the assistant.';
export const BUSY = 'The chat is busy. Your message will be sent in {} s.';

/**
 * The phase of an outgoing message: queued, or sending until its answer is stored. Stopped and failed
 * messages wait for the visitor, or for a stored answer.
 */
export type Phase = 'queued' | 'sending' | 'stopped' | 'failed';

/** An outgoing message of the visitor. */
export interface Turn {
  id: string;
  /** The conversation to which it belongs. */
  sessionId: string;
  /** The text as the thread shows it until it is stored. */
  text: string;
  /**
   * Of a message with files: its words and the tickets of its files, as the request has them. Tickets are
   * only valid in its conversation.
   */
  body?: object | undefined;
  /** The closed conversation that its own one continues. */
  continues?: string | undefined;
  phase: Phase;
  /** The answer so far. */
  answer: string;
  /** Why it failed: one of the texts above. */
  failure?: string;
}

/** The part of a turn that does not depend on its conversation. */
export type Unsent = Pick<Turn, 'id' | 'text' | 'body'>;

export interface State {
  /** Empty until the first message. */
  sessionId: string;
  /** open, human_requested, claimed or closed. */
  status: string;
  /** The agent's name after a claim. */
  agent: string;
  /** Sorted by `seq`. */
  messages: readonly Message[];
  turns: readonly Turn[];
  /** The `seq` up to which the visitor has read. */
  read: number;
  /** Agents have seen the messages up to this `seq`: by the desk's signal, which is not stored. */
  agentRead?: number;
  open: boolean;
  /** Until when the agent counts as typing, in milliseconds since the epoch; 0 or undefined if not typing. */
  typing?: number | undefined;
  /**
   * When failed messages are sent again, in milliseconds since the epoch; 0 or undefined if not scheduled.
   */
  wait?: number;
  /** The request for an agent. It is queued until a message is stored. */
  handoff?: Phase | undefined;
  /** When the visitor left a message and when it was answered, from the service. */
  leftMessage?: unknown;
  /**
   * The service's last response or event. `progress` describes a running action; in fetched messages it is
   * `acting`.
   */
  answer?: Loose;
  /** Whether the visitor has rated the closed conversation, from the service. */
  rated?: unknown;
  /** The unsent draft. */
  draft: string;
  /** Whether the tone for new messages is on. */
  sound: boolean;
  /**
   * Identifies the visitor's last return to this conversation. A conversation that was ended earlier is then
   * active again.
   */
  resumed?: unknown;
}

export const EMPTY: State = {
  sessionId: '',
  status: 'open',
  agent: '',
  messages: [],
  turns: [],
  read: 0,
  open: false,
  draft: '',
  sound: false,
};

/** The highest known `seq`. */
export const lastSeq = (state: State): number => state.messages.at(-1)?.seq ?? 0;

/** The `seq` up to which there is no gap: the value for `after=`. */
export const completeSeq = (state: State): number =>
  state.messages.filter(({ seq }, index) => seq === index + 1).length;

/** The number of unread messages of the other side. */
export const unread = (state: State): number =>
  state.messages.filter((message) => message.seq > state.read && message.role !== 'visitor').length;

/** Whether an agent is requested or has claimed. The widget is connected then. */
export const withPerson = ({ status }: Pick<State, 'status'>): boolean =>
  status === 'human_requested' || status === 'claimed';

/** The turn that the assistant is answering. */
export const running = (state: State): Turn | undefined =>
  state.turns.find((turn) => turn.phase === 'sending');

/** Why the last turn or the request for an agent failed; earlier failures are not shown. */
export const failureOf = ({ turns, handoff }: State): string | undefined =>
  turns.at(-1)?.failure ?? (handoff === 'failed' ? REFUSED : undefined);

export const isStored = (state: State, id: string): boolean =>
  state.messages.some((message) => message.id === id);

/** The next turn to send. One is sent at a time, to keep the order; a stopped one counts. */
export const nextTurn = (state: State): Turn | undefined =>
  state.turns.some(({ id, phase }) => phase === 'sending' || (phase === 'stopped' && !isStored(state, id)))
    ? undefined
    : state.turns.find(({ phase }) => phase === 'queued');

/** A turn before it is sent, or sent again. */
export const queuedTurn = ({
  id,
  sessionId,
  text,
  body,
  continues,
}: Unsent & Pick<Turn, 'sessionId' | 'continues'>): Turn => ({
  id,
  sessionId,
  text,
  body,
  continues,
  phase: 'queued',
  answer: '',
});

/** The turns that the service does not have, and that can move to another conversation. */
export const unsent = (state: State): readonly Turn[] =>
  state.turns
    .filter(({ id, failure, body }) => failure !== BROKEN && !body && !isStored(state, id))
    .map(({ id, sessionId, text }) => queuedTurn({ id, sessionId, text }));

const SPEAKERS = ['visitor', 'assistant', 'agent'];

/**
 * The newest answer and its question, if the answer was interrupted and can be requested again: no turn is
 * running, and no agent has the conversation.
 */
export const interruptedAnswer = ({ messages, turns, agent }: State) => {
  const answer = messages.findLast(({ role }) => SPEAKERS.includes(role));
  const question = messages.findLast(({ role }) => role === 'visitor');
  return answer?.interrupted && question && !turns[0] && !agent ? { answer, question } : undefined;
};
