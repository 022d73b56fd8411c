import type { AgentActivity } from '../../../domain/agent-activity.ts';
import type { AgentApi } from '../../ui/agent-api.ts';
import { Problem } from '../../ui/request.ts';
import type { Store } from '../../ui/store.ts';
import { viewersOf, withViewer, type ViewerSignal } from '../model/viewers.ts';
import { sessionPath } from './conversations.ts';
import type { DeskState } from './state.ts';

/** Announces this agent's open conversation to other agents, and receives theirs. */
export interface Presence {
  /** Announces that the agent is writing a reply. */
  writing(sessionId: string): void;
  /** Applies another agent's signal. */
  hear(heard: ViewerSignal): void;
  /** Announces that the page is being closed. */
  leave(): void;
}

interface Dependencies {
  state: Store<DeskState>;
  api: Pick<AgentApi, 'send' | 'leave'>;
}

/** Delay before announcing a conversation, in milliseconds, so that passing it is not announced. */
const SETTLE_MS = 1_000;
const RENEW_MS = 60_000;
const TELL_WRITING_MS = 10_000;
/** An agent announced less than this ago does not respond to other announcements, in milliseconds. */
const ANSWER_AFTER_MS = 5_000;

export function deskPresence({ state, api }: Dependencies): Presence {
  /** The last announcement: conversation and times. */
  let told: { sessionId: string; atMs: number; writingAtMs: number } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const pathOf = (sessionId: string) => sessionPath(sessionId, '/presence');

  /** Best effort, without retries. */
  function tell(sessionId: string, activity: AgentActivity): void {
    api.send('POST', pathOf(sessionId), { activity }).catch((thrown: unknown) => {
      if (!(thrown instanceof Problem)) throw thrown;
    });
  }

  function announce(): void {
    clearTimeout(timer);
    const { openId, rows } = state.get();
    if (openId === undefined) return;
    timer = setTimeout(announce, RENEW_MS);
    if (document.hidden || rows.get(openId)?.status === 'closed') return;
    told = { sessionId: openId, atMs: Date.now(), writingAtMs: told?.writingAtMs ?? 0 };
    tell(openId, 'viewing');
  }

  state.watch(({ openId }, before) => {
    if (openId === before.openId) return;
    clearTimeout(timer);
    if (told) tell(told.sessionId, 'left');
    told = undefined;
    if (openId !== undefined) timer = setTimeout(announce, SETTLE_MS);
  });

  return {
    writing(sessionId) {
      const nowMs = Date.now();
      if (told?.sessionId === sessionId && nowMs - told.writingAtMs < TELL_WRITING_MS) return;
      told = { sessionId, atMs: nowMs, writingAtMs: nowMs };
      tell(sessionId, 'writing');
    },

    hear(heard) {
      const { me, viewers } = state.get();
      const { sessionId, agent, activity } = heard;
      if (agent.oid === me.oid) return;
      const nowMs = Date.now();
      const isKnown = viewersOf(viewers, sessionId, nowMs).some(({ oid }) => oid === agent.oid);
      state.update((desk) => ({ ...desk, viewers: withViewer(desk.viewers, heard, nowMs) }));
      const isHere = told?.sessionId === sessionId && nowMs - told.atMs > ANSWER_AFTER_MS;
      if (activity === 'left' || isKnown || !isHere) return;
      clearTimeout(timer);
      timer = setTimeout(announce, Math.random() * SETTLE_MS);
    },

    leave() {
      if (told) api.leave(pathOf(told.sessionId), { activity: 'left' });
      told = undefined;
    },
  };
}
