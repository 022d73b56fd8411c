import type { Message } from './model.ts';

/** Why something failed, as the visitor is told. */
export const UNDELIVERED = 'Your message was not sent.';
/** The request for a person. */
export const REFUSED = 'Your request was not sent.';
export const OFFLINE = 'You are offline. Your message will be sent when you reconnect.';
/** The service has the message, and no whole answer to it. */
export const BROKEN = 'We could not reach the assistant.';
export const BUSY = 'The chat is busy. Your message will be sent in {} s.';

/**
 * Where a message of the visitor is on its way: queued; sending until its answer is stored, then gone. Stopped and failed
 * ones wait for the visitor, or for the stored answer to arrive.
 */
export const QUEUED = 0;
export const SENDING = 1;
export const STOPPED = 2;
export const FAILED = 3;

/** A message of the visitor on its way. */
export interface Turn {
  id: string;
  text: string;
  phase: typeof QUEUED | typeof SENDING | typeof STOPPED | typeof FAILED;
  /** What has come of the answer so far. */
  answer: string;
  /** Why it failed: one of the sentences above. */
  failure?: string;
}

export interface State {
  /** Empty until the first message. */
  sessionId: string;
  /** open, human_requested, claimed or closed. */
  status: string;
  /** Who answers, where a person does. */
  agent: string;
  /** In `seq` order. */
  messages: readonly Message[];
  turns: readonly Turn[];
  /** The visitor has read up to this `seq`. */
  read: number;
  open: boolean;
  /** A person is typing. */
  typing?: boolean | undefined;
  /** What failed is sent again after so many seconds; 0 or nothing where no time is set. */
  wait?: number;
  /** Why the request for a person failed, if it did. */
  refused?: string;
  /** What is typed and not sent. */
  draft: string;
  /** A tone is wanted for new messages. */
  sound: boolean;
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

/** The highest `seq` that is here. */
export const lastSeq = (state: State): number => state.messages.at(-1)?.seq ?? 0;

/** The `seq` up to which nothing is missing: what `after=` asks from. */
export const completeSeq = (state: State): number =>
  state.messages.filter(({ seq }, index) => seq === index + 1).length;

/** How many messages of the other side the visitor has not seen. */
export const unread = (state: State): number =>
  state.messages.filter((message) => message.seq > state.read && message.role !== 'visitor').length;

/** Whether a person of the business is asked for or here: the time in which the widget listens. */
export const withPerson = (state: State): boolean => /^(h|cla)/.test(state.status);

/** The turn that the assistant works on now. */
export const running = (state: State): Turn | undefined => state.turns.find((turn) => turn.phase === SENDING);

/** Why the last turn failed, if it did. What failed before it failed for the same reason, or is history. */
export const failureOf = (state: State): string | undefined => state.turns.at(-1)?.failure;

export const isStored = (state: State, id: string): boolean =>
  state.messages.some((message) => message.id === id);

/** Changes the turns that a test picks; with nothing to change to, they go. */
const change = (state: State, which: (turn: Turn) => boolean, by?: Partial<Turn>): State => ({
  ...state,
  turns: state.turns.flatMap((turn) => (which(turn) ? (by ? { ...turn, ...by } : []) : turn)),
});

/** One turn is somewhere else now. */
export const changed = (state: State, id: string, by?: Partial<Turn>): State =>
  change(state, (turn) => turn.id === id, by);

/** A turn as it is before it is sent, or sent again. */
export const queued = ({ id, text }: Pick<Turn, 'id' | 'text'>): Turn => ({
  id,
  text,
  phase: QUEUED,
  answer: '',
});

/** A turn that the service has, and has no whole answer to. */
export const broken = (turn: Turn): Turn => ({ ...queued(turn), phase: FAILED, failure: BROKEN });

/** What failed is queued again; a question that the service has, only where the visitor asks for it (`all`). */
export const retried = (state: State, all?: boolean): State => ({
  ...state,
  turns: state.turns.map((turn) =>
    turn.phase === FAILED && (all || turn.failure !== BROKEN) ? queued(turn) : turn,
  ),
});

/**
 * The newest answer is asked for again where it was interrupted and nothing else is under way; else nothing changes. It goes
 * under its question's id: the service stores the new answer in its place, so it is forgotten here.
 */
export const askedAgain = (state: State): State => {
  const { messages, turns, agent } = state;
  const answer = messages.findLast(({ role }) => /^[va]/.test(role));
  const question = messages.findLast(({ role }) => role === 'visitor');
  return answer?.interrupted && question && !turns[0] && !agent
    ? {
        ...state,
        read: answer.seq - 1,
        messages: messages.filter((message) => message !== answer),
        turns: [queued({ id: question.id, text: question.content })],
      }
    : state;
};

/** The turns that the service does not have. */
export const unsent = (state: State): readonly Turn[] =>
  state.turns.filter((turn) => turn.failure !== BROKEN && !isStored(state, turn.id)).map(queued);

/** The visitor sends: what did not arrive before goes first, so that the order is kept. */
export const sent = (state: State, id: string, text: string, sessionId: string): State => ({
  ...state,
  sessionId: state.sessionId || sessionId,
  turns: [...retried(state).turns, queued({ id, text })],
});

/** A turn failed. What waits behind a message that did not arrive waits with it. */
export const failed = (state: State, id: string, failure: string): State =>
  change({ ...state, wait: 0 }, (turn) => turn.id === id || (turn.phase === QUEUED && failure !== BROKEN), {
    phase: FAILED,
    failure,
  });

/** Stored messages, from wherever they came. The same one twice is one. */
export const heard = (state: State, news: readonly Message[]): State => {
  const known = new Map(state.messages.map((message) => [message.id, message]));
  let turns = state.turns;
  for (const message of news) {
    if (message.role === 'assistant' && !known.has(message.id)) {
      // Answers do not say what they answer; they come in the order of the questions.
      const answered = turns.find((turn) => (known.get(turn.id)?.seq ?? 1 / 0) < message.seq);
      // A broken answer gives way to the one that is on its way.
      if (message.interrupted && answered?.phase === SENDING) continue;
      turns = turns.filter((turn) => turn !== answered);
    }
    known.set(message.id, message);
  }
  return {
    ...state,
    turns,
    typing: state.typing && !news.some((message) => message.role === 'agent'),
    messages: [...known.values()].sort((a, b) => a.seq - b.seq),
  };
};

/** How the conversation stands now. What a person will answer lacks nothing. */
export const standing = (state: State, status: string, agent: string): State =>
  change(
    { ...state, status, agent: status === 'claimed' ? agent : '', refused: '' },
    (turn) => status === 'claimed' && turn.failure === BROKEN,
  );
