import { isMessage, list, loose, text, type Loose, type Message } from './model.ts';

/** Texts of failures. */
export const UNDELIVERED = 'Your message was not sent.';
/** The request for an agent failed. */
export const REFUSED = 'Your request was not sent.';
export const OFFLINE = 'You are offline. Your message will be sent when you reconnect.';
/** The service has the message, but no complete answer. */
export const BROKEN = 'We could not reach the assistant.';
export const BUSY = 'The chat is busy. Your message will be sent in {} s.';

/**
 * The phases of an outgoing message: queued, or sending until its answer is stored. Stopped and failed
 * messages wait for the visitor, or for a stored answer.
 */
export const QUEUED = 0;
export const SENDING = 1;
export const STOPPED = 2;
export const FAILED = 3;

type Phase = typeof QUEUED | typeof SENDING | typeof STOPPED | typeof FAILED;

/** An outgoing message of the visitor. */
export interface Turn {
  id: string;
  /** The conversation to which it belongs. */
  sessionId: string;
  /** The text as the thread shows it until it is stored. */
  text: string;
  /**
   * Of a message with files: its words and the tickets of its files, as the request has them. Tickets are
   * only valid in its conversation. Of a message that continues a closed conversation: that one, too.
   */
  body?: object | undefined;
  phase: Phase;
  /** The answer so far. */
  answer: string;
  /** Why it failed: one of the texts above. */
  failure?: string;
}

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
export const withPerson = (state: State): boolean => /^(h|cla)/.test(state.status);

/** The turn that the assistant is answering. */
export const running = (state: State): Turn | undefined => state.turns.find((turn) => turn.phase === SENDING);

/** Why the last turn or the request for an agent failed; earlier failures are not shown. */
export const failureOf = ({ turns, handoff }: State): string | undefined =>
  turns.at(-1)?.failure ?? (handoff === FAILED ? REFUSED : undefined);

export const isStored = (state: State, id: string): boolean =>
  state.messages.some((message) => message.id === id);

/** The next turn to send. One is sent at a time, to keep the order; a stopped one counts. */
export const nextTurn = (state: State): Turn | undefined =>
  state.turns.some(({ id, phase }) => phase === SENDING || (phase === STOPPED && !isStored(state, id)))
    ? undefined
    : state.turns.find(({ phase }) => phase === QUEUED);

/** Changes the turns that match; without a change they are removed. */
const change = (state: State, which: (turn: Turn) => boolean, by?: Partial<Turn>): State => {
  const next = (turn: Turn) => (by ? { ...turn, ...by } : []);
  return { ...state, turns: state.turns.flatMap((turn) => (which(turn) ? next(turn) : turn)) };
};

/** Changes or removes one turn. */
export const changeTurn = (state: State, id: string, by?: Partial<Turn>): State =>
  change(state, (turn) => turn.id === id, by);

/** A turn before it is sent, or sent again. */
export const queuedTurn = ({ id, sessionId, text: its, body }: Unsent & Pick<Turn, 'sessionId'>): Turn => ({
  id,
  sessionId,
  text: its,
  body,
  phase: QUEUED,
  answer: '',
});

/** The part of a turn that does not depend on its conversation. */
type Unsent = Pick<Turn, 'id' | 'text' | 'body'>;

/** A turn that the service has stored without a complete answer. */
const brokenTurn = (turn: Turn): Turn => ({ ...queuedTurn(turn), phase: FAILED, failure: BROKEN });

/** The state from before a reload: the draft and the pending turns. */
export const restoreState = (kept: Loose): State => ({
  ...EMPTY,
  draft: text(kept.text),
  turns: list(kept.unsent)
    .filter((turn): turn is Turn => ['id', 'sessionId', 'text'].every((field) => text(loose(turn)[field])))
    .map((turn) => (turn.failure === BROKEN ? brokenTurn(turn) : queuedTurn(turn))),
});

/**
 * Switches to another conversation, of which only id and status are known. Panel and draft stay. Turns of
 * other conversations that the service does not have move into it. Without an id they start a new
 * conversation with the id `fresh`.
 */
export const moveTo = (state: State, id: string, status: string, fresh: string): State => {
  const { open, draft, sound } = state;
  const isOwn = (turn: Turn) => turn.sessionId === id;
  const foreign = unsent(state).filter((turn) => !isOwn(turn));
  const sessionId = id || (foreign[0] ? fresh : '');
  const turns = [...state.turns.filter(isOwn), ...foreign.map((turn) => ({ ...turn, sessionId }))];
  return { ...EMPTY, open, draft, sound, sessionId, status, turns };
};

/**
 * Queues failed turns again. Questions with a failed answer and the request for an agent are only queued if
 * the visitor asks for it (`all`). The partial answer stays until the new one begins.
 */
export const retryFailed = (state: State, all?: boolean): State => ({
  ...state,
  wait: 0,
  handoff: all && state.handoff === FAILED ? QUEUED : state.handoff,
  turns: state.turns.map((turn) =>
    turn.phase === FAILED && (all || turn.failure !== BROKEN)
      ? { ...queuedTurn(turn), answer: turn.answer }
      : turn,
  ),
});

/**
 * Asks again for the newest answer if it was interrupted and no turn is running; otherwise unchanged. The
 * retry has the id of its question, and the service replaces the stored answer, so the old one is removed
 * here.
 */
export const askAgain = (state: State): State => {
  const { messages, turns, agent } = state;
  const answer = messages.findLast(({ role }) => /^[va]/.test(role));
  const question = messages.findLast(({ role }) => role === 'visitor');
  return answer?.interrupted && question && !turns[0] && !agent
    ? {
        ...state,
        read: answer.seq - 1,
        messages: messages.filter((message) => message !== answer),
        turns: [
          {
            ...queuedTurn({ id: question.id, sessionId: state.sessionId, text: question.content }),
            answer: answer.content,
          },
        ],
      }
    : state;
};

/** The turns that the service does not have, and that can move to another conversation. */
export const unsent = (state: State): readonly Turn[] =>
  state.turns
    .filter(({ id, failure, body }) => failure !== BROKEN && !body && !isStored(state, id))
    .map(queuedTurn);

/**
 * Adds a message of the visitor. Undelivered messages precede it, to keep the order. The first message starts
 * the conversation with the id `fresh`, or continues a closed one, whose messages stay.
 */
export const addTurn = (state: State, turn: Unsent, fresh: string): State => {
  const { sessionId: continues, status, answer } = state;
  const next = status === 'closed' && text(answer?.continueAs);
  const sessionId = next || continues || fresh;
  const before = retryFailed(state);
  const turns = [...before.turns, queuedTurn({ ...turn, sessionId })];
  return change({ ...before, sessionId, status: next ? 'open' : status, turns }, () => !!next, {
    sessionId,
    body: { message: turn.text, continues },
  });
};

/** Marks a turn as failed. Turns after an undelivered message wait as well. */
export const failTurn = (state: State, id: string, failure: string): State =>
  change(state, (turn) => turn.id === id || (turn.phase === QUEUED && failure !== BROKEN), {
    phase: FAILED,
    failure,
  });

/** Merges stored messages, without duplicates. */
export const mergeMessages = (state: State, news: readonly Message[]): State => {
  const known = new Map(state.messages.map((message) => [message.id, message]));
  let turns = state.turns;
  for (const message of news) {
    if (message.role === 'assistant' && !known.has(message.id)) {
      // Answers do not refer to their question, but they come in the same order.
      const answered = turns.find((turn) => (known.get(turn.id)?.seq ?? 1 / 0) < message.seq);
      // An interrupted answer is hidden while it is requested again.
      if (message.interrupted && answered?.phase === SENDING) continue;
      turns = turns.filter((turn) => turn !== answered);
    }
    known.set(message.id, message);
  }
  return {
    ...state,
    turns,
    typing: news.some((message) => message.role === 'agent') ? 0 : state.typing,
    messages: [...known.values()].sort((a, b) => a.seq - b.seq),
  };
};

/** Sets the status of the conversation. Messages for an agent need no answer of the assistant. */
export const withStatus = (state: State, status: string, agent: string): State =>
  change(
    {
      ...state,
      status,
      agent: status === 'claimed' ? agent : '',
      handoff: status === 'open' ? state.handoff : undefined,
    },
    (turn) => status === 'claimed' && turn.failure === BROKEN,
  );

/** Merges messages and status from the service. */
export const mergeResponse = (state: State, answer: Loose, agent: string): State => {
  const { leftMessage = state.leftMessage, rated = state.rated } = answer;
  const news = [...list(answer.messages), answer.message, answer.reply].filter(isMessage);
  return withStatus(
    { ...mergeMessages(state, news), leftMessage, rated, answer },
    text(answer.status) || state.status,
    agent,
  );
};
