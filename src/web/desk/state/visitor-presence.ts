import type { VisitorPresence } from '../../../availability/rules/agent-status.ts';
import type { VisitorPresenceReply } from '../../../desk/wire/agent.ts';
import type { AgentApi } from '../../ui/agent-api.ts';
import { Problem } from '../../ui/request.ts';
import type { Store } from '../../ui/store.ts';
import { sessionPath } from './conversations.ts';
import { isHandling, reopensByReply, updateConversation, type DeskState } from './state.ts';

/** How often the presence of the open conversation's visitor is asked for, in milliseconds. */
const REFRESH_MS = 20_000;
/** A visitor who was here counts as left after this time, because pages reload, in milliseconds. */
const CONFIRM_MS = 4_000;

interface Dependencies {
  state: Store<DeskState>;
  api: Pick<AgentApi, 'get'>;
}

/** Whether the visitor of the agent's open conversation is on the page. */
export function deskVisitorPresence({ state, api }: Dependencies) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let watched: string | undefined;
  /** The conversation whose visitor was here at the last answer, and is not at this one. */
  let maybeLeft: string | undefined;

  /** The open conversation, if the agent can reply in it. A reply reopens a closed one. */
  function wanted(): string | undefined {
    const desk = state.get();
    const row = desk.openId === undefined ? undefined : desk.rows.get(desk.openId);
    return row && (isHandling(desk, row) || reopensByReply(desk, row)) ? row.sessionId : undefined;
  }

  function show(sessionId: string, presence: VisitorPresence): void {
    updateConversation(state, sessionId, (conversation) => {
      const { visitorPresence: before } = conversation;
      if (before?.is === presence) return conversation;
      const isSeenLeaving = presence === 'left' && before?.is === 'here';
      const visitorPresence = { is: presence, ...(isSeenLeaving && { sinceMs: Date.now() }) };
      return { ...conversation, visitorPresence };
    });
  }

  /** The time until the next question. */
  async function ask(sessionId: string): Promise<number> {
    if (document.hidden) return REFRESH_MS;
    try {
      const path = sessionPath(sessionId, '/presence');
      const { visitor } = await api.get<VisitorPresenceReply>(path);
      const isSudden =
        visitor === 'left' &&
        maybeLeft !== sessionId &&
        state.get().conversations.get(sessionId)?.visitorPresence?.is === 'here';
      maybeLeft = isSudden ? sessionId : undefined;
      if (isSudden) return CONFIRM_MS;
      show(sessionId, visitor);
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown;
      show(sessionId, 'unknown');
    }
    return REFRESH_MS;
  }

  async function look(sessionId: string): Promise<void> {
    clearTimeout(timer);
    const afterMs = await ask(sessionId);
    if (watched !== sessionId) return;
    clearTimeout(timer);
    timer = setTimeout(() => void look(sessionId), afterMs);
  }

  state.watch(({ openId, rows, closings }, before) => {
    if (openId === before.openId && rows === before.rows && closings === before.closings) return;
    const next = wanted();
    if (next === watched) return;
    watched = next;
    clearTimeout(timer);
    if (next !== undefined) void look(next);
  });

  return {
    /** The visitor wrote, typed or read: they are here. */
    heard(sessionId: string) {
      maybeLeft = undefined;
      show(sessionId, 'here');
    },
    /** Asks again, for example when the page is shown again. */
    refresh() {
      if (watched !== undefined) void look(watched);
    },
  };
}
