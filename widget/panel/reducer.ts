import { isMessage, list, loose, text, type Loose, type Message } from '../model.ts';
import {
  BROKEN,
  EMPTY,
  interruptedAnswer,
  queuedTurn,
  unsent,
  type Phase,
  type State,
  type Turn,
  type Unsent,
} from './state.ts';

/** Everything that changes a conversation or one of its turns. */
export type ConversationEvent =
  /** The visitor wrote a message. The first one starts the conversation with the id `fresh`. */
  | { type: 'written'; turn: Unsent; fresh: string }
  /** A turn is on its way to the service. */
  | { type: 'sending'; id: string }
  /** The answer to a turn so far. */
  | { type: 'streamed'; id: string; answer: string }
  /** The visitor does not want to see the rest of an answer. */
  | { type: 'stopped'; id: string }
  /** A turn is stored and needs no answer, or has it. */
  | { type: 'answered'; id: string }
  /** A turn failed. `retryAt` is when it is sent again; `isClosed`: the conversation has ended. */
  | { type: 'failed'; id: string; failure: string; retryAt: number; isClosed: boolean }
  /** Failed turns are sent again: with `all`, also those that only the visitor can send again. */
  | { type: 'retried'; all: boolean }
  /** Messages and state from the service. */
  | { type: 'received'; answer: Loose; agent: string }
  /** The request for an agent was made, is on its way, or failed. */
  | { type: 'handoff'; phase: Phase }
  /** The conversation is another one, of which only id and status are known. */
  | { type: 'moved'; sessionId: string; status: string; fresh: string }
  /** The visitor has returned to this conversation, has read it up to `read`, or has the tone on. */
  | { type: 'followed'; read: number; sound: boolean; resumed: unknown }
  /** The agent is typing, in milliseconds since the epoch; 0: not any more. */
  | { type: 'typing'; until: number }
  | { type: 'drafted'; draft: string }
  | { type: 'shown'; open: boolean }
  | { type: 'sound-toggled' };

/** The conversation after an event. */
export const reduce = (state: State, event: ConversationEvent): State => {
  switch (event.type) {
    case 'written':
      return addTurn(state, event.turn, event.fresh);
    case 'sending':
      return changeTurn(state, event.id, { phase: 'sending' });
    case 'streamed':
      return changeTurn(state, event.id, { answer: event.answer });
    case 'stopped':
      return changeTurn(state, event.id, { phase: 'stopped' });
    case 'answered':
      return { ...state, turns: state.turns.filter(({ id }) => id !== event.id) };
    case 'failed':
      return failTurn(state, event);
    case 'retried':
      return retryFailed(askAgain(state), event.all);
    case 'received':
      return receive(state, event.answer, event.agent);
    case 'handoff':
      return { ...state, handoff: event.phase };
    case 'moved':
      return moveTo(state, event);
    case 'followed':
      return { ...state, read: event.read, sound: event.sound, resumed: event.resumed };
    case 'typing':
      return { ...state, typing: event.until };
    case 'drafted':
      return { ...state, draft: event.draft };
    case 'shown':
      return { ...state, open: event.open };
    case 'sound-toggled':
      return { ...state, sound: !state.sound };
  }
};

/** The state from before a reload: the draft and the pending turns. */
export const restoreState = (kept: Loose): State => ({
  ...EMPTY,
  draft: text(kept.text),
  turns: list(kept.unsent)
    .filter((turn): turn is Turn => ['id', 'sessionId', 'text'].every((field) => text(loose(turn)[field])))
    .map((turn) => (turn.failure === BROKEN ? brokenTurn(turn) : queuedTurn(turn))),
});

/** A turn that the service has stored without a complete answer. */
const brokenTurn = (turn: Turn): Turn => ({ ...queuedTurn(turn), phase: 'failed', failure: BROKEN });

const changeTurn = (state: State, id: string, by: Partial<Turn>): State => ({
  ...state,
  turns: state.turns.map((turn) => (turn.id === id ? { ...turn, ...by } : turn)),
});

/**
 * Adds a message of the visitor. Undelivered messages precede it, to keep the order. In a closed conversation
 * that can be continued, each of them continues it with its own text, and its messages stay.
 */
const addTurn = (state: State, turn: Unsent, fresh: string): State => {
  const before = retryFailed(state, false);
  const continueAs = text(state.answer?.continueAs);
  if (state.status === 'closed' && continueAs) {
    const continued = { sessionId: continueAs, continues: state.sessionId };
    const turns = [...unsent(state), turn].map((one) => queuedTurn({ ...one, ...continued }));
    return { ...before, sessionId: continueAs, status: 'open', agentRead: 0, turns };
  }
  const sessionId = state.sessionId || fresh;
  return { ...before, sessionId, turns: [...before.turns, queuedTurn({ ...turn, sessionId })] };
};

/** Marks a turn as failed. Turns after an undelivered message wait as well. */
const failTurn = (
  state: State,
  { id, failure, retryAt, isClosed }: Extract<ConversationEvent, { type: 'failed' }>,
): State => ({
  ...state,
  wait: retryAt,
  status: isClosed ? 'closed' : state.status,
  turns: state.turns.map((turn) =>
    turn.id === id || (turn.phase === 'queued' && failure !== BROKEN)
      ? { ...turn, phase: 'failed', failure }
      : turn,
  ),
});

/**
 * Queues failed turns again. Questions with a failed answer and the request for an agent are only queued if
 * the visitor asks for it (`all`). The partial answer stays until the new one begins.
 */
const retryFailed = (state: State, all: boolean): State => ({
  ...state,
  wait: 0,
  handoff: all && state.handoff === 'failed' ? 'queued' : state.handoff,
  turns: state.turns.map((turn) =>
    turn.phase === 'failed' && (all || turn.failure !== BROKEN)
      ? { ...queuedTurn(turn), answer: turn.answer }
      : turn,
  ),
});

/**
 * Asks again for an interrupted answer. The retry has the id of its question, and the service replaces the
 * stored answer, so the old one is removed here.
 */
const askAgain = (state: State): State => {
  const interrupted = interruptedAnswer(state);
  if (!interrupted) return state;
  const { answer, question } = interrupted;
  const turn = queuedTurn({ id: question.id, sessionId: state.sessionId, text: question.content });
  return {
    ...state,
    read: answer.seq - 1,
    messages: state.messages.filter((message) => message !== answer),
    turns: [{ ...turn, answer: answer.content }],
  };
};

/** Merges messages and state from the service. */
const receive = (state: State, answer: Loose, agent: string): State => {
  const { leftMessage = state.leftMessage, rated = state.rated } = answer;
  const isSeen = answer.type === 'seen' && answer.from === 'agent';
  const agentRead = Math.max(state.agentRead ?? 0, (isSeen && Number(answer.seq)) || 0);
  const news = [...list(answer.messages), answer.message, answer.reply].filter(isMessage);
  const status = text(answer.status) || state.status;
  const merged = { ...mergeMessages(state, news), leftMessage, rated, agentRead, answer };
  return withStatus(merged, status, agent);
};

/** Merges stored messages, without duplicates. */
const mergeMessages = (state: State, news: readonly Message[]): State => {
  const known = new Map(state.messages.map((message) => [message.id, message]));
  let turns = state.turns;
  for (const message of news) {
    if (message.role === 'assistant' && !known.has(message.id)) {
      // Answers do not refer to their question, but they come in the same order.
      const answered = turns.find((turn) => (known.get(turn.id)?.seq ?? Infinity) < message.seq);
      // An interrupted answer is hidden while it is requested again.
      if (message.interrupted && answered?.phase === 'sending') continue;
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
const withStatus = (state: State, status: string, agent: string): State => ({
  ...state,
  status,
  agent: status === 'claimed' ? agent : '',
  handoff: status === 'open' ? state.handoff : undefined,
  turns: state.turns.filter((turn) => !(status === 'claimed' && turn.failure === BROKEN)),
});

/**
 * Switches to another conversation. Panel and draft stay. Turns of other conversations that the service does
 * not have move into it. Without an id they start a new conversation with the id `fresh`.
 */
const moveTo = (
  state: State,
  { sessionId: id, status, fresh }: Extract<ConversationEvent, { type: 'moved' }>,
): State => {
  const { open, draft, sound } = state;
  const isOwn = (turn: Turn) => turn.sessionId === id;
  const foreign = unsent(state).filter((turn) => !isOwn(turn));
  const sessionId = id || (foreign[0] ? fresh : '');
  const turns = [...state.turns.filter(isOwn), ...foreign.map((turn) => ({ ...turn, sessionId }))];
  return { ...EMPTY, open, draft, sound, sessionId, status, turns };
};
