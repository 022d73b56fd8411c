import type { Api } from './api.ts';
import { verdictOn } from './failure.ts';
import { uuid } from './ids.ts';
import { agentName, isMessage, list, loose, text, type Loose, type Rating } from './model.ts';
import { realtime } from './realtime.ts';
import * as to from './state.ts';
import type { State, Turn } from './state.ts';
import type { Store } from './storage.ts';

export interface Conversation {
  state(): State;
  send(message: string): void;
  /** Shows no more of the answer that is under way. */
  stop(): void;
  /** Does again what failed. */
  retry(): void;
  /** Asks for a person; where nothing was said yet, `opening` is said first. */
  requestHuman(opening?: string): void;
  /** `done` is called once it is stored. */
  rate(messageId: string, rating: Rating | null, done: () => void): void;
  /** Forgets this conversation; what did not arrive goes into the next one. */
  restart(): void;
  show(open: boolean): void;
  /** Switches the tone for new messages. */
  toggleSound(): void;
  /** The visitor types. */
  type(draft: string): void;
  /** Takes over what all tabs share: at first, and whenever another tab has written it. */
  follow(): void;
  /** Back from sleep, or from a lost network: looks for what was missed. */
  wake(): void;
  /** Leaves the connection until `wake`. */
  rest(): void;
}

const TYPING_MS = 4e3;
const isTurn = (kept: unknown): kept is Turn => !!(text(loose(kept).id) && text(loose(kept).text));

/**
 * The widget's side of one conversation: what its state is, and everything that changes it. All tabs of the site share
 * what is in `shared`; `tab` survives a reload of this one.
 */
export const conversation = (
  call: Api,
  shared: Store,
  tab: Store,
  onChange: (next: State, previous: State) => void,
): Conversation => {
  const kept = tab();
  let state: State = {
    ...to.EMPTY,
    draft: text(kept.text),
    turns: list(kept.unsent)
      .filter(isTurn)
      .map((turn) => (turn.failure === to.BROKEN ? to.broken(turn) : to.queued(turn))),
  };
  /** The visitor did something in this tab: before that, nothing is stored. */
  let used = !!kept.unsent;
  /** The service was asked about this conversation on this page. */
  let started = false;
  let pumping = false;
  /** The page is left: what breaks off by that has not failed, and goes on where the visitor goes. */
  let left = false;
  /** How often in a row the service was busy. */
  let attempts = 0;
  let resendTimer: ReturnType<typeof setTimeout> | undefined;
  /** A person is asked for as soon as something has been said. */
  let handingOff = false;
  /** The conversation that was ended here. */
  let ended: string | false = false;
  let abort = () => {};
  let typedAt = 0;
  let typingTimer: ReturnType<typeof setTimeout> | undefined;

  const update = (next: State): void => {
    const previous = state;
    const seq = to.lastSeq(next);
    state = next.open && !document.hidden ? { ...next, read: Math.max(next.read, seq) } : next;
    const { sessionId, status, read, open, draft, sound } = state;
    used ||= open || !!draft;
    if (used && !left) {
      const unsent = state.turns.filter((turn) => turn.phase !== to.STOPPED);
      tab({ open, text: draft, unsent, sessionId });
    }
    if (sessionId) shared({ sessionId, status, seen: read, seq, tone: sound });
    line.want(started && to.withPerson(state));
    if (read > previous.read && state.agent) signal('seen', { seq: read });
    onChange(state, previous);
  };
  const patch = (part: Partial<State>) => update({ ...state, ...part });
  /** Takes in what the server says: messages, and how the conversation stands. */
  const take = (answer: Loose, agent = state.agent) => {
    const news = [...list(answer.messages), answer.message, answer.reply].filter(isMessage);
    update(to.standing(to.heard(state, news), text(answer.status) || state.status, agent));
  };

  /** Takes in a part of it, and fetches the rest where something is missing. */
  const takePart = (answer: Loose, agent?: string) => {
    const { status } = state;
    take(answer, agent);
    if (status !== state.status || to.completeSeq(state) < to.lastSeq(state)) void sync();
  };

  const line = realtime(
    async () => text((await call('negotiate', { sessionId: state.sessionId })).body.url),
    (data) => {
      const session = loose(data.session ?? data);
      if (session.sessionId !== state.sessionId) return;
      if (data.type === 'typing') {
        clearTimeout(typingTimer);
        typingTimer = setTimeout(() => patch({ typing: false }), TYPING_MS);
        patch({ typing: true });
      } else takePart(session, data.session ? agentName(session) : undefined);
    },
    () => void sync(),
  );

  const signal = (type: string, more?: object) =>
    line.tellOther({ type, sessionId: state.sessionId, from: 'visitor', ...more });

  /** Fetches what is missing; again where an event came in between, which is newer than what was fetched. */
  const sync = async (): Promise<void> => {
    const { sessionId, status } = state;
    if (!sessionId) return;
    const reply = await call(`messages?sessionId=${sessionId}&after=${to.completeSeq(state)}`);
    if (reply.status !== 200 || sessionId !== state.sessionId) return;
    if (status === state.status) take(reply.body, agentName(reply.body));
    else await sync();
  };

  const deliver = async (queued: Turn) => {
    const { sessionId } = state;
    const { id } = queued;
    const turn = () => (state.sessionId === sessionId ? state.turns.find((it) => it.id === id) : undefined);
    const change = (by?: Partial<Turn>) => update(to.changed(state, id, by));
    const stored = () => to.isStored(state, id);
    change({ phase: to.SENDING });
    const reply = await call(
      'chat/stream',
      {
        message: queued.text,
        sessionId,
        clientMessageId: id,
        pageUrl: location.origin + location.pathname,
        locale: navigator.language,
      },
      (event, data) => {
        const now = turn();
        if (event === 'complete' && stored()) change();
        if (now && event !== 'delta') takePart(data);
        if (!now || now.phase === to.STOPPED || event === 'complete') abort();
        else if (event === 'delta') change({ answer: now.answer + text(data.content) });
      },
      (end) => {
        abort = end;
      },
    );
    const { status } = reply;
    const [failure, wait] = verdictOn(reply, stored(), navigator.onLine, attempts + 1, Math.random());
    attempts = wait && attempts + 1;
    if (!turn()) return;
    if (status === 202) takePart(reply.body);
    if (stored() && status === 202) return change();
    if (stored() && turn()?.phase === to.STOPPED) return;
    update(to.failed(state, id, failure));
    clearTimeout(resendTimer);
    if (wait) countDown(Date.now() + wait * 1e3);
    if (status === 409) patch({ status: 'closed' });
    // What had come of a broken answer may be stored as such.
    if (failure === to.BROKEN) void sync();
  };

  /** Sends what waits, one after the other. */
  const pump = async () => {
    if (pumping) return;
    pumping = started = true;
    for (let next; (next = state.turns.find((turn) => turn.phase === to.QUEUED));) await deliver(next);
    pumping = false;
    if (handingOff && state.messages[0]) void handOff();
  };

  const handOff = async () => {
    const { sessionId } = state;
    handingOff = false;
    if (state.status !== 'open') return;
    const reply = await call('handoff', { sessionId });
    if (sessionId !== state.sessionId) return;
    if (reply.status === 200) takePart(reply.body);
    else patch({ refused: to.REFUSED });
  };

  /** Counts by the clock: timers of hidden tabs are slow. */
  const countDown = (until: number) => {
    const wait = Math.ceil((until - Date.now()) / 1e3);
    patch({ wait });
    if (wait > 0) resendTimer = setTimeout(countDown, 1e3, until);
    else resend();
  };

  /** Sends what did not arrive. */
  const resend = () => {
    update(to.retried(state));
    void pump();
  };

  const retry = () => {
    if (state.refused) void handOff();
    update(to.retried(to.askedAgain(state), true));
    void pump();
  };

  const send = (message: string) => {
    update(to.sent(state, uuid(), message, uuid()));
    void pump();
  };

  const restart = () => {
    const { open, sound } = state;
    const turns = to.unsent(state);
    handingOff = false;
    ended = state.sessionId;
    shared({});
    update({ ...to.EMPTY, open, sound });
    abort();
    for (const turn of turns) send(turn.text);
  };

  const start = () => {
    started = true;
    patch({});
    // What has been answered meanwhile, or has broken off, is not asked for again.
    void sync().then(pump);
  };

  const follow = () => {
    const stored = shared();
    const sessionId = text(stored.sessionId);
    if (sessionId === ended) {
      // Another tab has not heard yet that it is over.
      shared({});
      return patch({});
    }
    if (sessionId !== state.sessionId) {
      const turns = sessionId === kept.sessionId ? state.turns : to.unsent(state);
      state = { ...state, turns, messages: [], read: 0, sessionId, status: text(stored.status) || 'open' };
    }
    patch({ read: Math.max(state.read, Number(stored.seen) || 0), sound: state.sound || !!stored.tone });
    // With a person it goes on by itself on the next page of this tab.
    if ((started || (used && to.withPerson(state))) && !((stored.seq as number) <= to.lastSeq(state)))
      start();
  };

  return {
    state: () => state,
    send,
    stop() {
      const turn = to.running(state);
      if (!turn) return;
      update(to.changed(state, turn.id, { phase: to.STOPPED }));
      // One that is not stored yet must arrive first.
      if (to.isStored(state, turn.id)) abort();
    },
    retry,
    requestHuman(opening = 'Talk to a person') {
      handingOff = true;
      if (state.messages[0]) void handOff();
      else send(opening);
    },
    rate(messageId, rating, done) {
      void call('feedback', { sessionId: state.sessionId, messageId, rating }).then((reply) => {
        if (reply.status === 204) done();
      });
    },
    restart,
    show(open) {
      patch({ open });
      if (open && !started) start();
    },
    toggleSound: () => patch({ sound: !state.sound }),
    type(draft) {
      patch({ draft });
      if (!draft || !state.agent || Date.now() - typedAt < TYPING_MS - 1e3) return;
      typedAt = Date.now();
      signal('typing');
    },
    follow,
    wake() {
      left = false;
      patch({});
      line.wake();
      if (started) void sync();
      if (to.failureOf(state) === to.OFFLINE) resend();
    },
    rest() {
      left = true;
      line.want(false);
    },
  };
};
