import type { Api } from './api.ts';
import { connection } from './connection.ts';
import type { Conversation } from './conversation-calls.ts';
import { verdictOn } from './failure.ts';
import { uuid } from './ids.ts';
import { agentName, loose, text, type Loose } from './model.ts';
import * as to from './state.ts';
import type { State, Turn } from './state.ts';
import type { Store } from './storage.ts';
import { surroundings } from './surroundings.ts';

const TYPING_MS = 4e3;
/** Identifies a conversation since the visitor's last return to it. */
const keyOf = (sessionId: unknown, resumed: unknown) => [sessionId, resumed].join();

/**
 * The widget's side of one conversation: its state, and all changes. All tabs of the site share `shared`;
 * `tab` survives a reload of this tab.
 */
export const conversation = (
  call: Api,
  shared: Store,
  tab: Store,
  onChange: (next: State, previous: State) => void,
): Conversation => {
  const kept = tab();
  let state = to.restored(kept);
  /** The visitor has interacted in this tab: before that, nothing is stored. */
  let used = !!kept.unsent;
  /** Whether the service was asked about this conversation on this page. */
  let started = false;
  let pumping = false;
  /** The page is being left: calls that abort now have not failed, and continue on the next page. */
  let left = false;
  /** How often in a row the service was busy. */
  let attempts = 0;
  let resendTimer: ReturnType<typeof setTimeout> | undefined;
  /** An agent is requested as soon as a message was sent. */
  let handingOff = false;
  /** The key of the conversation that was ended here. */
  let ended = '';
  let abort = () => {};
  let typedAt = 0;
  let typingTimer: ReturnType<typeof setTimeout> | undefined;

  /** `followed`: another tab has stored it. Writing it back would make the two take turns for ever. */
  const update = (next: State, followed?: boolean): void => {
    const previous = state;
    const seq = to.lastSeq(next);
    state = next.open && !document.hidden ? { ...next, read: Math.max(next.read, seq) } : next;
    const { sessionId, status, read, open, draft, sound, resumed } = state;
    used ||= open || !!draft;
    if (used && !left) {
      tab({ open, text: draft, unsent: state.turns.filter((turn) => turn.phase !== to.STOPPED), sessionId });
    }
    if (sessionId && !followed) shared({ sessionId, status, seen: read, seq, tone: sound, at: resumed });
    // While a person is there or requested.
    line.want(started && to.withPerson(state));
    if (read > previous.read && state.agent) signal('seen', { seq: read });
    onChange(state, previous);
  };
  const patch = (part: Partial<State>) => update({ ...state, ...part });
  /** Merges the service's messages and the state of the conversation. */
  const take = (answer: Loose, agent = state.agent) => update(to.answered(state, answer, agent));

  /** Merges a part of it, and fetches the rest if something is missing. */
  const takePart = (answer: Loose, agent?: string) => {
    const { status } = state;
    take(answer, agent);
    if (status !== state.status || to.completeSeq(state) < to.lastSeq(state)) void sync();
  };

  const onEvent = (data: Loose) => {
    const session = loose(data.session ?? data);
    if (session.sessionId !== state.sessionId) return;
    if (data.type === 'typing') {
      clearTimeout(typingTimer);
      typingTimer = setTimeout(() => patch({ typing: false }), TYPING_MS);
      patch({ typing: true });
    } else takePart(session, data.session ? agentName(session) : undefined);
  };

  const signal = (type: string, more?: object) =>
    line.tellOther({ type, sessionId: state.sessionId, from: 'visitor', ...more });

  /** Fetches missing messages; repeated if an event came meanwhile, which is newer than the response. */
  const sync = async (): Promise<void> => {
    const { sessionId, status } = state;
    if (!sessionId) return;
    const reply = await call(`messages?sessionId=${sessionId}&after=${to.completeSeq(state)}`);
    if (reply.status !== 200 || sessionId !== state.sessionId) return;
    if (status === state.status) take(reply.body, agentName(reply.body));
    else await sync();
  };

  const line = connection(
    async () => text((await call('negotiate', { sessionId: state.sessionId })).body.url),
    onEvent,
    sync,
  );

  const deliver = async (queued: Turn) => {
    const { sessionId } = state;
    const { id } = queued;
    const turn = () => (state.sessionId === sessionId ? state.turns.find((it) => it.id === id) : undefined);
    const change = (by?: Partial<Turn>) => update(to.changed(state, id, by));
    const stored = () => to.isStored(state, id);
    let answer = '';
    change({ phase: to.SENDING });
    const reply = await call(
      'chat/stream',
      {
        message: queued.text,
        sessionId,
        clientMessageId: id,
        ...surroundings(),
      },
      (event, data) => {
        const now = turn();
        if (event === 'complete' && stored()) change();
        if (now && event !== 'delta') takePart(data);
        if (!now || now.phase === to.STOPPED || event === 'complete') abort();
        else if (event === 'delta') change({ answer: (answer += text(data.content)) });
      },
      (end) => {
        abort = end;
      },
    );
    const { status } = reply;
    const [failure, wait] = verdictOn(reply, stored(), navigator.onLine, attempts + 1);
    // A complete answer ends its own call, so that is no failure.
    attempts = turn() && wait ? attempts + 1 : 0;
    if (!turn()) return;
    if (status === 202) takePart(reply.body);
    if (stored() && status === 202) change();
    else if (!stored() || turn()?.phase !== to.STOPPED) {
      update(to.failed(state, id, failure));
      clearTimeout(resendTimer);
      if (wait) countDown(Date.now() + wait * 1e3);
      if (status === 409) patch({ status: 'closed' });
      // The part of an interrupted answer may be stored.
      if (failure === to.BROKEN) void sync();
    }
  };

  /** Sends queued messages, one after the other. */
  const pump = async () => {
    if (pumping) return;
    pumping = started = true;
    for (let next; (next = state.turns.find((turn) => turn.phase === to.QUEUED));) await deliver(next);
    pumping = false;
    if (handingOff && state.messages[0]) void handOff();
  };

  const handOff = async () => {
    handingOff = false;
    if (state.status !== 'open') return;
    const { sessionId } = state;
    const { status } = await post('handoff');
    if (status !== 200 && sessionId === state.sessionId) patch({ refused: to.REFUSED });
  };

  const post = async (path: string, fields?: object) => {
    const { sessionId } = state;
    const reply = await call(path, { ...fields, sessionId });
    if (reply.status === 200 && sessionId === state.sessionId) takePart(reply.body);
    return reply;
  };

  /** Counts by the clock: timers of hidden tabs are throttled. */
  const countDown = (until: number) => {
    const wait = Math.ceil((until - Date.now()) / 1e3);
    patch({ wait });
    if (wait > 0) resendTimer = setTimeout(countDown, 1e3, until);
    else resend();
  };

  /** Sends failed messages again, also one whose answer is stored as far as it came. */
  const resend = (all?: boolean) => {
    update(to.retried(to.askedAgain(state), all));
    void pump();
  };

  const retry = () => {
    if (state.refused) void handOff();
    resend(true);
  };

  const send = (message: string) => {
    update(to.sent(state, uuid(), message, uuid()));
    void pump();
  };

  /** Leaves the conversation for another one. */
  const leave = (next?: Partial<State>) => {
    const { open, sound } = state;
    handingOff = false;
    update({ ...to.EMPTY, open, sound, ...next });
  };

  const restart = () => {
    const turns = to.unsent(state);
    ended = keyOf(state.sessionId, state.resumed);
    shared({});
    leave();
    abort();
    for (const turn of turns) send(turn.text);
  };

  const start = () => {
    started = true;
    patch({});
    // Messages that were answered or interrupted meanwhile are not sent again.
    void sync().then(pump);
  };

  const follow = () => {
    const stored = shared();
    const sessionId = text(stored.sessionId);
    if (keyOf(sessionId, stored.at) === ended) {
      // Tells other tabs that it has ended.
      shared({});
      patch({});
    } else {
      if (sessionId !== state.sessionId) {
        const turns = sessionId === kept.sessionId ? state.turns : to.unsent(state);
        state = to.moved({ ...state, turns }, sessionId, text(stored.status) || 'open');
      }
      const read = Math.max(state.read, Number(stored.seen) || 0);
      const sound = state.sound || !!stored.tone;
      update({ ...state, read, sound, resumed: stored.at }, true);
      // With an agent, it resumes by itself on the next page of this tab.
      if ((started || (used && to.withPerson(state))) && !((stored.seq as number) <= to.lastSeq(state))) {
        start();
      }
    }
  };

  return {
    state: () => state,
    send,
    stop() {
      const turn = to.running(state);
      if (!turn) return;
      update(to.changed(state, turn.id, { phase: to.STOPPED }));
      // A message that is not stored yet must arrive first.
      if (to.isStored(state, turn.id)) abort();
    },
    retry,
    askPerson(opening = 'Talk to a person') {
      handingOff = true;
      if (state.messages[0]) void handOff();
      else send(opening);
    },
    call,
    post,
    restart,
    resume(earlier) {
      ended = '';
      leave({ draft: state.draft, resumed: uuid(), ...earlier });
      start();
    },
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
