import type { Api } from '../api.ts';
import { uuid } from '../ids.ts';
import { agentName, loose, text, type Loose } from '../model.ts';
import type { Store } from '../storage.ts';
import { surroundings } from '../surroundings.ts';
import { connection } from './connection.ts';
import type { Conversation } from './conversation-calls.ts';
import { retryDecision } from './failure.ts';
import type { LaterModules } from './modules.ts';
import { reduce, restoreState, type ConversationEvent } from './reducer.ts';
import * as of from './state.ts';
import type { State, Turn } from './state.ts';

const TICK_MS = 1000;
/** How long a typing signal counts, in milliseconds. */
const TYPING_MS = 4000;
/** An open conversation has no connection: an agent’s claim is noticed within this time, in milliseconds. */
const LOOK_MS = 20_000;
/** How long after its newest message an open conversation is looked at, in milliseconds. */
const LOOKED_AT_MS = 900_000;

/*
 * The stages of the conversation on this page. Nothing is stored before the visitor interacts, and nothing is
 * sent automatically before the service's state is known.
 */
const UNTOUCHED = 0;
const USED = 1;
/** The service was asked for its messages. */
const ASKED = 2;
/** Queued turns are sent. */
const LIVE = 3;

/** Identifies a conversation since the visitor's last return to it. */
const keyOf = (sessionId: unknown, resumed: unknown) => [sessionId, resumed].join();

interface ConversationOptions {
  call: Api;
  /** All tabs of the site share it. */
  shared: Store;
  /** It survives a reload of the tab. */
  tab: Store;
  loadAgent: LaterModules['agent'];
  onChange: (next: State, previous: State) => void;
}

/**
 * The client side of a conversation: its state and all changes. `update` stores every change, shows it and
 * starts pending work.
 */
export const conversation = ({
  call,
  shared,
  tab,
  loadAgent,
  onChange,
}: ConversationOptions): Conversation => {
  const kept = tab();
  let state = restoreState(kept);
  let stage = kept.unsent ? USED : UNTOUCHED;
  /**
   * The page is being left: requests that abort now are repeated on the next page, or here after a return.
   */
  let left = false;
  /** How often the service was busy in succession. */
  let attempts = 0;
  /** The key of the conversation that was ended here. */
  let ended = '';
  /** Aborts the newest stream. */
  let abort = () => {};
  /** Runs while work is scheduled. */
  let timer = 0;
  let lookTimer = 0;
  let lookUntil = 0;

  const reach = (next: number) => {
    stage = Math.max(stage, next);
  };

  /** `followed`: another tab has stored the state. Writing it back would make both tabs write forever. */
  const keep = (followed: boolean) => {
    const { sessionId, status, read: seen, open, draft, sound: tone, turns, resumed: at } = state;
    if (open || draft) reach(USED);
    if (stage && !left) {
      tab({ open, text: draft, unsent: turns });
    }
    if (sessionId && !followed) shared({ sessionId, status, seen, seq: of.lastSeq(state), tone, at });
  };

  const update = (next: State, followed = false): void => {
    const previous = state;
    const isSeen = next.open && !document.hidden;
    state = isSeen ? { ...next, read: Math.max(next.read, of.lastSeq(next)) } : next;
    keep(followed);
    // Connected while an agent is present or requested, and for a reply in a closed conversation.
    line.want(stage > USED && state.status !== 'open');
    if (state.typing || state.wait) timer ||= window.setTimeout(tick, TICK_MS);
    if (of.lastSeq(state) > of.lastSeq(previous)) lookUntil = Date.now() + LOOKED_AT_MS;
    if (isSeen && state.status === 'open') lookTimer ||= window.setTimeout(look, LOOK_MS);
    onChange(state, previous);
    if (stage === LIVE) advance();
  };
  const dispatch = (event: ConversationEvent) => update(reduce(state, event));
  /** Starts pending work and shows the state again. */
  const refresh = () => update(state);

  /** Asks whether an agent has claimed the conversation. */
  const look = () => {
    lookTimer = 0;
    if (!document.hidden && Date.now() < lookUntil) void sync().then(refresh);
  };

  /** Starts queued requests. */
  const advance = () => {
    const next = of.nextTurn(state);
    if (next) void deliver(next);
    if (state.handoff === 'queued' && state.messages[0]) void handOff();
  };

  /** Handles scheduled work, and repeats it because timers of hidden tabs are throttled. */
  const tick = () => {
    timer = 0;
    const now = Date.now();
    if (state.typing && state.typing <= now) dispatch({ type: 'typing', until: 0 });
    if (state.wait && state.wait <= now) resend(false);
    else refresh();
  };

  /** Merges messages and the conversation's state from the service. */
  const take = (answer: Loose, agent = state.agent) => dispatch({ type: 'received', answer, agent });

  /** Merges a part of it, and fetches the rest if there is a gap. */
  const takePart = (answer: Loose, agent?: string) => {
    const { status } = state;
    take(answer, agent);
    if (status !== state.status || of.completeSeq(state) < of.lastSeq(state)) void sync();
  };

  /**
   * Fetches missing messages. Repeated if an event arrived in the meantime, which is newer than the response.
   */
  const sync = async (): Promise<void> => {
    const { sessionId, status } = state;
    if (!sessionId) return;
    const reply = await call(`messages?sessionId=${sessionId}&after=${of.completeSeq(state)}`);
    if (reply.status !== 200 || sessionId !== state.sessionId) return;
    if (status === state.status) take(reply.body, agentName(reply.body));
    else await sync();
  };

  /** Applies an event of the real-time connection. */
  const hear = (data: Loose) => {
    const session = loose(data.session ?? data);
    if (session.sessionId !== state.sessionId) return;
    if (data.type === 'typing') dispatch({ type: 'typing', until: Date.now() + TYPING_MS });
    else takePart(session, data.session ? agentName(session) : undefined);
  };

  const line = connection({
    load: loadAgent,
    negotiate: async () => text((await call('negotiate', { sessionId: state.sessionId })).body.url),
    onEvent: hear,
    sync,
  });

  /**
   * Sends a turn and shows its answer. A stopped answer is read to its end, because the service stores all of
   * it.
   */
  const deliver = async ({ id, sessionId, text: message, body, continues }: Turn) => {
    const isHere = () => state.sessionId === sessionId;
    /** Undefined after it was answered, or after the visitor left the conversation. */
    const turn = () => (isHere() ? state.turns.find((it) => it.id === id) : undefined);
    let answer = '';
    let end = () => {};
    dispatch({ type: 'sending', id });
    const reply = await call(
      'chat/stream',
      {
        ...(body ?? { message }),
        ...(continues && { continues }),
        sessionId,
        clientMessageId: id,
        ...surroundings(),
      },
      (event, data) => {
        if (event === 'delta') {
          answer += text(data.content);
          if (turn()?.phase === 'sending') dispatch({ type: 'streamed', id, answer });
        } else if (isHere()) {
          if (event === 'complete' && of.isStored(state, id)) dispatch({ type: 'answered', id });
          takePart(data);
        }
        if (event === 'complete' || !isHere()) end();
      },
      (stop) => {
        abort = end = stop;
      },
    );
    const { status } = reply;
    if (turn() && status === 202) takePart(reply.body);
    const stored = of.isStored(state, id);
    const now = turn();
    if (stored && status === 202) dispatch({ type: 'answered', id });
    else if (stored && now?.phase === 'stopped') void sync();
    else if (now) {
      const [failure, wait] = retryDecision(reply, stored, navigator.onLine && !left, ++attempts);
      // A complete answer ends the request, which is not a failure.
      if (!wait) attempts = 0;
      const retryAt = wait && Date.now() + wait * 1000;
      dispatch({ type: 'failed', id, failure, retryAt, isClosed: status === 409 });
      // A part of an interrupted answer may be stored.
      if (failure === of.BROKEN) void sync();
      return;
    }
    attempts = 0;
  };

  const handOff = async () => {
    const { sessionId } = state;
    dispatch({ type: 'handoff', phase: 'sending' });
    const { status } = await post('handoff');
    if (status !== 200 && sessionId === state.sessionId) dispatch({ type: 'handoff', phase: 'failed' });
  };

  const post = async (path: string, fields?: object) => {
    const { sessionId } = state;
    const reply = await call(path, { ...fields, sessionId });
    if (reply.status === 200 && sessionId === state.sessionId) takePart(reply.body);
    return reply;
  };

  /** Sends failed messages again, including one with a partly stored answer. */
  const resend = (all: boolean) => dispatch({ type: 'retried', all });

  const send = (message: string, body?: object) => {
    reach(LIVE);
    dispatch({ type: 'written', turn: { id: uuid(), text: message, body }, fresh: uuid() });
  };

  /**
   * Asks the service for its messages, so that messages that were answered or interrupted in the meantime are
   * not sent again.
   */
  const start = () => {
    reach(ASKED);
    refresh();
    void sync().then(() => {
      reach(LIVE);
      refresh();
    });
  };

  const follow = () => {
    const stored = shared();
    const sessionId = text(stored.sessionId);
    if (keyOf(sessionId, stored.at) === ended) {
      // Notifies other tabs that the conversation has ended.
      shared({});
      refresh();
      return;
    }
    if (sessionId !== state.sessionId || state.turns.some((turn) => turn.sessionId !== sessionId)) {
      abort();
      const status = text(stored.status) || 'open';
      state = reduce(state, { type: 'moved', sessionId, status, fresh: uuid() });
    }
    const read = Math.max(state.read, Number(stored.seen) || 0);
    const sound = state.sound || !!stored.tone;
    const next = reduce(state, { type: 'followed', read, sound, resumed: stored.at });
    update(next, sessionId === state.sessionId);
    // A conversation with an agent resumes automatically on the next page of this tab.
    const isStarted = stage > (of.withPerson(state) ? UNTOUCHED : USED);
    if (isStarted && !((stored.seq as number) <= of.lastSeq(state))) start();
  };

  return {
    state: () => state,
    send,
    stop() {
      const turn = of.running(state);
      if (turn) dispatch({ type: 'stopped', id: turn.id });
    },
    retry: () => resend(true),
    askPerson(opening = 'Talk to a person') {
      if (state.status !== 'open') return;
      state = reduce(state, { type: 'handoff', phase: 'queued' });
      if (!state.messages[0]) send(opening);
      reach(LIVE);
      refresh();
    },
    call,
    post,
    restart() {
      ended = keyOf(state.sessionId, state.resumed);
      shared({});
      abort();
      dispatch({ type: 'moved', sessionId: '', status: 'open', fresh: uuid() });
    },
    resume({ read, sessionId, status }) {
      ended = '';
      abort();
      const moved = reduce({ ...state, turns: [] }, { type: 'moved', sessionId, status, fresh: '' });
      update(reduce(moved, { type: 'followed', read, sound: moved.sound, resumed: uuid() }));
      start();
    },
    show(open) {
      dispatch({ type: 'shown', open });
      if (!open) return;
      if (stage < ASKED) start();
      else if (state.status === 'open') {
        lookUntil = Date.now() + LOOKED_AT_MS;
        void sync();
      }
    },
    tellSeen: (seq) => !!state.agent && !!line.tellOther({ type: 'seen', sessionId: state.sessionId, seq }),
    toggleSound: () => dispatch({ type: 'sound-toggled' }),
    type(draft) {
      dispatch({ type: 'drafted', draft });
      if (draft && state.agent) line.tellOther({ type: 'typing', sessionId: state.sessionId });
    },
    follow,
    wake() {
      left = false;
      refresh();
      line.wake();
      if (stage > USED) void sync();
      if (of.failureOf(state) === of.OFFLINE) resend(false);
    },
    rest() {
      left = true;
      line.want(false);
    },
  };
};
