import type { AgentActivity } from '../../../availability/rules/agent-status.ts';
import type { AgentApi } from '../../ui/agent-api.ts';
import { Problem } from '../../ui/request.ts';
import type { Store } from '../../ui/store.ts';
import { viewersOf, withViewer, type ViewerSignal } from '../model/viewers.ts';
import { sessionPath } from './conversations.ts';
import type { DeskState } from './state.ts';

interface Dependencies {
  state: Store<DeskState>;
  api: Pick<AgentApi, 'send' | 'sendOnLeave'>;
}

/** Delay before announcing a conversation, in milliseconds, so that passing it is not announced. */
const ANNOUNCE_DELAY_MS = 1_000;
const RENEWAL_MS = 60_000;
const WRITING_INTERVAL_MS = 10_000;
/** An agent announced less than this ago does not respond to other announcements, in milliseconds. */
const ANSWER_AFTER_MS = 5_000;

/** Announces this agent's open conversation to other agents, and receives theirs. */
export function deskPresence({ state, api }: Dependencies) {
  /** The last announcement: conversation and times. */
  let announced: { sessionId: string; atMs: number; writingAtMs: number } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const pathOf = (sessionId: string) => sessionPath(sessionId, '/presence');

  /** Best effort, without retries. */
  function sendActivity(sessionId: string, activity: AgentActivity): void {
    api.send('POST', pathOf(sessionId), { activity }).catch((thrown: unknown) => {
      if (!(thrown instanceof Problem)) throw thrown;
    });
  }

  function announce(): void {
    clearTimeout(timer);
    const { openId, rows } = state.get();
    if (openId === undefined) return;
    timer = setTimeout(announce, RENEWAL_MS);
    if (document.hidden || rows.get(openId)?.status === 'closed') return;
    announced = { sessionId: openId, atMs: Date.now(), writingAtMs: announced?.writingAtMs ?? 0 };
    sendActivity(openId, 'viewing');
  }

  state.watch(({ openId }, before) => {
    if (openId === before.openId) return;
    clearTimeout(timer);
    if (announced) sendActivity(announced.sessionId, 'left');
    announced = undefined;
    if (openId !== undefined) timer = setTimeout(announce, ANNOUNCE_DELAY_MS);
  });

  return {
    /** Announces that the agent is writing a reply. */
    writing(sessionId: string) {
      const nowMs = Date.now();
      if (announced?.sessionId === sessionId && nowMs - announced.writingAtMs < WRITING_INTERVAL_MS) return;
      announced = { sessionId, atMs: nowMs, writingAtMs: nowMs };
      sendActivity(sessionId, 'writing');
    },

    /** Applies another agent's signal. */
    receive(heard: ViewerSignal) {
      const { me, viewers } = state.get();
      const { sessionId, agent, activity } = heard;
      if (agent.oid === me.oid) return;
      const nowMs = Date.now();
      const isKnown = viewersOf(viewers, sessionId, nowMs).some(({ oid }) => oid === agent.oid);
      state.update((desk) => ({ ...desk, viewers: withViewer(desk.viewers, heard, nowMs) }));
      const isHere = announced?.sessionId === sessionId && nowMs - announced.atMs > ANSWER_AFTER_MS;
      if (activity === 'left' || isKnown || !isHere) return;
      clearTimeout(timer);
      timer = setTimeout(announce, Math.random() * ANNOUNCE_DELAY_MS);
    },

    /** Announces that the page is being closed. */
    leave() {
      if (announced) api.sendOnLeave(pathOf(announced.sessionId), { activity: 'left' });
      announced = undefined;
    },
  };
}

export type Presence = ReturnType<typeof deskPresence>;
