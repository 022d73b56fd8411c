import type { Session } from '../../../conversations/records/public-session.ts';
import type { Store } from '../../ui/store.ts';
import { isMine, withRow } from '../model/rows.ts';
import type { AgentApi } from '../../ui/agent-api.ts';
import { Problem } from '../../ui/request.ts';
import { sessionPath, type Conversations } from './conversations.ts';
import { conversationOf, updateConversation, without, type Closing, type DeskState } from './state.ts';

/** How long a close can be undone before it is sent, in milliseconds. */
export const UNDO_MS = 10_000;
/** The least time to undo after the pointer or focus has left the notices, in milliseconds. */
const MIN_UNDO_MS = 2_000;

export interface Closings {
  /** Shows a conversation as closed immediately, and closes it after the undo time. */
  close(sessionId: string): void;
  undo(sessionId: string): void;
  /** Pauses the undo time while the pointer or the focus is in the notices. */
  hold(isHeld: boolean): void;
  /** The conversation of the latest close that can be undone. */
  latest(): string | undefined;
  /** Sends a failed close again. */
  retry(sessionId: string): void;
  /** Dismisses the notice of a failed close. */
  dismiss(sessionId: string): void;
  /** Sends all pending closes. Resolves to false if there was no pending one. */
  sendNow(): Promise<boolean>;
  /** Sends all pending closes while the page is being closed, without waiting for responses. */
  leave(): void;
  /** Checks the results after the browser restores the page from its cache. */
  resume(): void;
}

const UNSENT = 'Not closed. Send or edit the unsent message first.';
const WROTE_AGAIN = 'Not closed. The visitor wrote again.';

interface Dependencies {
  state: Store<DeskState>;
  api: AgentApi;
  conversations: Conversations;
}

export function deskClosings({ state, api, conversations }: Dependencies): Closings {
  /** Timers of pending closes. `leftMs` is the remaining time when the timer started. */
  const timers = new Map<
    string,
    { timer: ReturnType<typeof setTimeout>; startedAtMs: number; leftMs: number }
  >();
  let isHeld = false;

  const phaseOf = (sessionId: string) => state.get().closings.get(sessionId)?.phase;

  function set(sessionId: string, closing: Closing | undefined): void {
    clearTimeout(timers.get(sessionId)?.timer);
    timers.delete(sessionId);
    state.update((desk) => {
      const closings = new Map(desk.closings);
      closings.delete(sessionId);
      if (closing) closings.set(sessionId, closing);
      return { ...desk, closings };
    });
  }

  function wait(sessionId: string, leftMs: number): void {
    const timer = setTimeout(() => void commit(sessionId), leftMs);
    if (isHeld) clearTimeout(timer);
    timers.set(sessionId, { timer, startedAtMs: Date.now(), leftMs });
  }

  /** Sends a close after the agent's earlier messages have arrived. */
  async function commit(sessionId: string): Promise<void> {
    const messages = conversationOf(state.get(), sessionId).outgoing.filter(({ isNote }) => !isNote);
    if (messages.some(({ failure }) => failure)) {
      set(sessionId, { phase: 'stopped', isFailure: true, sentence: UNSENT });
      return;
    }
    set(sessionId, { phase: 'sending', waits: messages.length > 0 });
    if (messages.length > 0) return;
    try {
      const { session } = await api.send<{ session: Session }>('POST', sessionPath(sessionId, '/close'));
      state.update((desk) => ({ ...desk, rows: withRow(desk.rows, session) }));
      set(sessionId, undefined);
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown;
      const sentence = `Not closed. ${thrown.message}`;
      set(sessionId, { phase: 'stopped', isFailure: true, sentence, canRetry: true });
      void conversations.fetchAbout(sessionId);
    }
  }

  /** Handles changes of the conversation during the undo time. */
  state.watch((desk, before) => {
    if (desk.rows === before.rows && desk.conversations === before.conversations) return;
    for (const [sessionId, closing] of desk.closings) {
      const row = desk.rows.get(sessionId);
      const { messages } = conversationOf(desk, sessionId);
      if (closing.phase === 'stopped') {
        if (row?.status === 'closed') set(sessionId, undefined);
      } else if (closing.phase === 'waiting') {
        const wroteAgain = messages.some(({ seq, role }) => role === 'visitor' && seq > closing.seq);
        if (!row || !isMine(row, desk.me.oid)) set(sessionId, undefined);
        else if (wroteAgain) set(sessionId, { phase: 'stopped', isFailure: false, sentence: WROTE_AGAIN });
      } else if (closing.waits) void commit(sessionId);
    }
  });

  const closings: Closings = {
    close(sessionId) {
      const row = state.get().rows.get(sessionId);
      if (!row || phaseOf(sessionId) === 'waiting' || phaseOf(sessionId) === 'sending') return;
      updateConversation(state, sessionId, (conversation) => without(conversation, 'notice'));
      state.update((desk) => without(desk, 'nextNotice'));
      set(sessionId, { phase: 'waiting', seq: row.messageCount });
      wait(sessionId, UNDO_MS);
    },
    hold(held) {
      if (held === isHeld) return;
      isHeld = held;
      for (const [sessionId, { timer, startedAtMs, leftMs }] of timers) {
        clearTimeout(timer);
        const passedMs = held ? Date.now() - startedAtMs : 0;
        wait(sessionId, Math.max(MIN_UNDO_MS, leftMs - passedMs));
      }
    },
    undo(sessionId) {
      if (phaseOf(sessionId) === 'waiting') set(sessionId, undefined);
    },
    latest: () => [...state.get().closings].findLast(([, { phase }]) => phase === 'waiting')?.[0],
    retry(sessionId) {
      if (phaseOf(sessionId) === 'stopped') void commit(sessionId);
    },
    dismiss(sessionId) {
      if (phaseOf(sessionId) === 'stopped') set(sessionId, undefined);
    },
    async sendNow() {
      const waiting = [...state.get().closings].filter(([, { phase }]) => phase === 'waiting');
      await Promise.all(waiting.map(([sessionId]) => commit(sessionId)));
      return waiting.length > 0;
    },
    leave() {
      for (const [sessionId, { phase }] of state.get().closings) {
        const { outgoing } = conversationOf(state.get(), sessionId);
        // Unsent messages would be refused after the close. They are sent when the desk is opened again.
        if (phase === 'stopped' || outgoing.some(({ isNote }) => !isNote)) continue;
        api.sendOnLeave(sessionPath(sessionId, '/close'));
      }
    },
    resume() {
      // Close is idempotent, so a repeat returns the result of the first request.
      for (const [sessionId, { phase }] of state.get().closings) {
        if (phase !== 'stopped') void commit(sessionId);
      }
    },
  };
  return closings;
}
