import type { Api } from './api.ts';
import type { Conversation } from './conversation-calls.ts';
import { retryDecision } from './failure.ts';
import { uuid } from './ids.ts';
import { live } from './live.ts';
import { agentName, text, type Loose } from './model.ts';
import * as to from './state.ts';
import type { State, Turn } from './state.ts';
import type { Store } from './storage.ts';
import { surroundings } from './surroundings.ts';

const TICK_MS = 1e3;

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

/**
 * The client side of a conversation: its state and all changes. `update` stores every change, shows it and
 * starts pending work. All tabs of the site share `shared`; `tab` survives a reload.
 */
export const conversation = (
  call: Api,
  shared: Store,
  tab: Store,
  onChange: (next: State, previous: State) => void,
): Conversation => {
  const kept = tab();
  let state = to.restoreState(kept);
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

  const reach = (next: number) => {
    stage = Math.max(stage, next);
  };

  /** `followed`: another tab has stored the state. Writing it back would make both tabs write forever. */
  const keep = (followed?: boolean) => {
    const { sessionId, status, read: seen, open, draft, sound: tone, turns, resumed: at } = state;
    if (open || draft) reach(USED);
    if (stage && !left) {
      tab({ open, text: draft, unsent: turns });
    }
    if (sessionId && !followed) shared({ sessionId, status, seen, seq: to.lastSeq(state), tone, at });
  };

  const update = (next: State, followed?: boolean): void => {
    const previous = state;
    const isSeen = next.open && !document.hidden;
    state = isSeen ? { ...next, read: Math.max(next.read, to.lastSeq(next)) } : next;
    keep(followed);
    // Connected while an agent is present or requested, and for a reply in a closed conversation.
    line.want(stage > USED && state.status !== 'open');
    if (state.typing || state.wait) timer ||= window.setTimeout(tick, TICK_MS);
    onChange(state, previous);
    if (stage === LIVE) advance();
  };
  const patch = (part: Partial<State>) => update({ ...state, ...part });

  /** Starts queued requests. */
  const advance = () => {
    const next = to.nextTurn(state);
    if (next) void deliver(next);
    if (state.handoff === to.QUEUED && state.messages[0]) void handOff();
  };

  /** Handles scheduled work, and repeats it because timers of hidden tabs are throttled. */
  const tick = () => {
    timer = 0;
    const now = Date.now();
    if (state.typing && state.typing <= now) patch({ typing: 0 });
    if (state.wait && state.wait <= now) resend();
    else patch({});
  };

  /** Merges messages and the conversation's state from the service. */
  const take = (answer: Loose, agent = state.agent) => update(to.mergeResponse(state, answer, agent));

  /** Merges a part of it, and fetches the rest if there is a gap. */
  const takePart = (answer: Loose, agent?: string) => {
    const { status } = state;
    take(answer, agent);
    if (status !== state.status || to.completeSeq(state) < to.lastSeq(state)) void sync();
  };

  /**
   * Fetches missing messages. Repeated if an event arrived in the meantime, which is newer than the response.
   */
  const sync = async (): Promise<void> => {
    const { sessionId, status } = state;
    if (!sessionId) return;
    const reply = await call(`messages?sessionId=${sessionId}&after=${to.completeSeq(state)}`);
    if (reply.status !== 200 || sessionId !== state.sessionId) return;
    if (status === state.status) take(reply.body, agentName(reply.body));
    else await sync();
  };

  const line = live(call, () => state, [patch, takePart, sync]);

  /**
   * Sends a turn and shows its answer. A stopped answer is read to its end, because the service stores all of
   * it.
   */
  const deliver = async ({ id, sessionId, text: message, body }: Turn) => {
    const isHere = () => state.sessionId === sessionId;
    /** Undefined after it was answered, or after the visitor left the conversation. */
    const turn = () => (isHere() ? state.turns.find((it) => it.id === id) : undefined);
    const change = (by?: Partial<Turn>) => update(to.changeTurn(state, id, by));
    let answer = '';
    let end = () => {};
    change({ phase: to.SENDING });
    const reply = await call(
      'chat/stream',
      {
        ...(body ?? { message }),
        sessionId,
        clientMessageId: id,
        ...surroundings(),
      },
      (event, data) => {
        if (event === 'delta') {
          answer += text(data.content);
          if (turn()?.phase === to.SENDING) change({ answer });
        } else if (isHere()) {
          if (event === 'complete' && to.isStored(state, id)) change();
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
    const stored = to.isStored(state, id);
    const now = turn();
    if (stored && status === 202) change();
    else if (stored && now?.phase === to.STOPPED) void sync();
    else if (now) {
      const [failure, wait] = retryDecision(reply, stored, navigator.onLine && !left, ++attempts);
      // A complete answer ends the request, which is not a failure.
      if (!wait) attempts = 0;
      update({
        ...to.failTurn(state, id, failure),
        wait: wait && Date.now() + wait * 1e3,
        status: status === 409 ? 'closed' : state.status,
      });
      // A part of an interrupted answer may be stored.
      if (failure === to.BROKEN) void sync();
      return;
    }
    attempts = 0;
  };

  const handOff = async () => {
    const { sessionId } = state;
    patch({ handoff: to.SENDING });
    const { status } = await post('handoff');
    if (status !== 200 && sessionId === state.sessionId) patch({ handoff: to.FAILED });
  };

  const post = async (path: string, fields?: object) => {
    const { sessionId } = state;
    const reply = await call(path, { ...fields, sessionId });
    if (reply.status === 200 && sessionId === state.sessionId) takePart(reply.body);
    return reply;
  };

  /** Sends failed messages again, including one with a partly stored answer. */
  const resend = (all?: boolean) => update(to.retryFailed(to.askAgain(state), all));

  const send = (message: string, body?: object) => {
    reach(LIVE);
    update(to.addTurn(state, { id: uuid(), text: message, body }, uuid()));
  };

  /**
   * Asks the service for its messages, so that messages that were answered or interrupted in the meantime are
   * not sent again.
   */
  const start = () => {
    reach(ASKED);
    patch({});
    void sync().then(() => {
      reach(LIVE);
      patch({});
    });
  };

  const follow = () => {
    const stored = shared();
    const sessionId = text(stored.sessionId);
    if (keyOf(sessionId, stored.at) === ended) {
      // Notifies other tabs that the conversation has ended.
      shared({});
      patch({});
    } else {
      if (sessionId !== state.sessionId || state.turns.some((turn) => turn.sessionId !== sessionId)) {
        abort();
        state = to.moveTo(state, sessionId, text(stored.status) || 'open', uuid());
      }
      const read = Math.max(state.read, Number(stored.seen) || 0);
      const sound = state.sound || !!stored.tone;
      update({ ...state, read, sound, resumed: stored.at }, sessionId === state.sessionId);
      // A conversation with an agent resumes automatically on the next page of this tab.
      if (
        stage > (to.withPerson(state) ? UNTOUCHED : USED) &&
        !((stored.seq as number) <= to.lastSeq(state))
      ) {
        start();
      }
    }
  };

  return {
    state: () => state,
    send,
    stop() {
      const turn = to.running(state);
      if (turn) update(to.changeTurn(state, turn.id, { phase: to.STOPPED }));
    },
    retry: () => resend(true),
    askPerson(opening = 'Talk to a person') {
      if (state.status !== 'open') return;
      state = { ...state, handoff: to.QUEUED };
      if (!state.messages[0]) send(opening);
      reach(LIVE);
      patch({});
    },
    call,
    post,
    restart() {
      ended = keyOf(state.sessionId, state.resumed);
      shared({});
      abort();
      update(to.moveTo(state, '', 'open', uuid()));
    },
    resume({ read, ...earlier }) {
      ended = '';
      abort();
      update({
        ...to.moveTo({ ...state, turns: [] }, earlier.sessionId, earlier.status, ''),
        read,
        resumed: uuid(),
      });
      start();
    },
    show(open) {
      patch({ open });
      if (open && stage < ASKED) start();
    },
    tellSeen: (seq) => !!state.agent && !!line.tellOther({ type: 'seen', sessionId: state.sessionId, seq }),
    toggleSound: () => patch({ sound: !state.sound }),
    type(draft) {
      patch({ draft });
      if (draft && state.agent) line.tellOther({ type: 'typing', sessionId: state.sessionId });
    },
    follow,
    wake() {
      left = false;
      patch({});
      line.wake();
      if (stage > USED) void sync();
      if (to.failureOf(state) === to.OFFLINE) resend();
    },
    rest() {
      left = true;
      line.want(false);
    },
  };
};
