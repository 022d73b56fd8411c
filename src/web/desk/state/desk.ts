import type { Message } from '../../../conversations/records/message.ts';
import type { Tag } from '../../../conversations/records/tag.ts';
import type { ListedSession } from '../../../conversations/records/public-session.ts';
import type { AgentNegotiateReply, PlanStatus } from '../../../desk/wire/agent.ts';
import type { AgentApi } from '../../ui/agent-api.ts';
import { isRecord } from '../../ui/structural-sharing.ts';
import { apiPath, Problem } from '../../ui/request.ts';
import { store, type Store } from '../../ui/store.ts';
import { changeSentence } from '../model/change-sentence.ts';
import { isMine, withDomains } from '../model/rows.ts';
import type { ViewerSignal } from '../model/viewers.ts';
import { deskActions, type Actions } from './actions.ts';
import { deskAvailability, type Availability } from './availability.ts';
import { deskAssist, type Assist } from './assist.ts';
import { deskClosings, type Closings } from './closings.ts';
import { deskConversations, type Conversations } from './conversations.ts';
import { deskDrafts, type Drafts } from './drafts.ts';
import { deskFiles, type DeskFiles } from './files.ts';
import type { AgentStorage } from './agent-storage.ts';
import { deskMentions, type DeskMentions } from './mentions.ts';
import { deskNotes, type DeskNotes } from './notes.ts';
import { deskOutbox, type Outbox } from './outbox.ts';
import { deskPresence, type Presence } from './presence.ts';
import { deskQueue, type Queue } from './queue.ts';
import { deskRealtime } from './realtime.ts';
import { wakeSnoozed } from './snoozes.ts';
import { deskTags } from './tags.ts';
import { deskVisitorPresence } from './visitor-presence.ts';
import {
  conversationOf,
  initialState,
  isClosing,
  updateConversation,
  type DeskState,
  type Me,
} from './state.ts';

/** An agent's desk: its state and actions. */
export interface Desk {
  state: Store<DeskState>;
  queue: Queue;
  conversations: Conversations;
  outbox: Outbox;
  actions: Actions;
  closings: Closings;
  assist: Assist;
  presence: Presence;
  mentions: DeskMentions;
  notes: DeskNotes;
  availability: Availability;
  api: AgentApi;
  drafts: Drafts;
  files: DeskFiles;
  kept: AgentStorage;
  /**
   * Sends the first requests, connects, and waits briefly for responses. Rejects with a Problem if the
   * service refuses the agent.
   */
  start(openId: string | undefined): Promise<void>;
}

interface Dependencies {
  me: Me;
  api: (onSignedOut: () => void) => AgentApi;
  kept: AgentStorage;
}

/**
 * Refresh intervals in milliseconds. With a connection it is longer, and only needed because events can be
 * lost.
 */
const REFRESH_DOWN_MS = 20_000;
const REFRESH_LIVE_MS = 60_000;
/** The factor for hidden pages, which still notify by title and sound. */
const HIDDEN_FACTOR = 5;
const CHECK_MS = 5_000;

const isInView = () => !document.hidden && document.hasFocus();

export function deskOf({ me, api: makeApi, kept }: Dependencies): Desk {
  const { translateTo } = kept.preferences();
  const state = store<DeskState>({
    ...initialState(me),
    readUpTo: kept.readUpTo(),
    ...(translateTo !== undefined && { translateTo }),
  });
  const api = makeApi(() => state.update((desk) => ({ ...desk, signedOut: true })));
  const queue = deskQueue(state, api);
  const drafts = deskDrafts(state, kept);
  const conversations = deskConversations({ state, api, kept, drafts, isInView });
  const files = deskFiles(api);
  const outbox = deskOutbox({ state, api, kept, conversations, files });
  const closings = deskClosings({ state, api, conversations });
  const actions = deskActions({ state, api, conversations, closings, onSeats: () => void loadPlan() });
  const assist = deskAssist(state, api);
  const presence = deskPresence({ state, api });
  const mentions = deskMentions(state, api);
  const notes = deskNotes(state, api);
  const visitorPresence = deskVisitorPresence({ state, api });
  const availability = deskAvailability(state, api);
  const tags = deskTags(state, api);
  let refreshedAtMs = 0;

  async function loadPlan(): Promise<void> {
    try {
      const plan = await api.get<PlanStatus>(apiPath('plan'));
      state.update((desk) => ({ ...desk, plan }));
    } catch (thrown) {
      // The plan is informative; the service checks each claim.
      if (!(thrown instanceof Problem)) throw thrown;
    }
  }

  /** Reloads everything that lost events may have changed. */
  async function refresh(): Promise<void> {
    refreshedAtMs = Date.now();
    const { openId } = state.get();
    void tags.load();
    await Promise.all([queue.refresh(), openId !== undefined && conversations.fetch(openId)]);
    // Messages are sent over HTTP, which can work without the real-time connection.
    if (state.get().listProblem === undefined) outbox.resume();
  }

  const realtime = deskRealtime({
    negotiate: async () => (await api.send<AgentNegotiateReply>('POST', apiPath('agent/negotiate'))).url,
    onConnection(connection) {
      const { wasLive, availability: known } = state.get();
      const isLive = connection === 'live';
      state.update((desk) => ({ ...desk, connection, wasLive: wasLive || isLive }));
      if (!isLive) return;
      if (wasLive || !known) void availability.load();
      void mentions.load();
      // The first responses are current. The next check covers the time until the connection.
      if (wasLive) void refresh();
      else refreshedAtMs = 0;
      outbox.resume();
    },
    onEvent(data) {
      if (!isRecord(data)) return;
      // Server events contain validated records. Other senders are handled in `onSignal`.
      if (data['type'] === 'session') receiveSession(data['session'] as ListedSession);
      if (data['type'] === 'message') {
        const message = data['message'] as Message;
        conversations.receive(String(data['sessionId']), [message]);
        if (message.role === 'visitor') visitorPresence.heard(String(data['sessionId']));
      }
      if (data['type'] === 'notes') void notes.changed(String(data['sessionId']));
      if (data['type'] === 'tags') tags.receive(data['tags'] as Tag[]);
      if (data['type'] === 'mention') {
        void mentions.load();
        const sessionId = String(data['sessionId']);
        if (sessionId === state.get().openId) void conversations.fetchAbout(sessionId);
      }
      if (data['type'] === 'presence') presence.receive(data as unknown as ViewerSignal);
    },
    onSignal(group, data) {
      if (!isRecord(data) || data['from'] !== 'visitor' || data['sessionId'] !== group) return;
      if (!state.get().rows.has(group)) return;
      const { type, seq } = data;
      visitorPresence.heard(group);
      updateConversation(state, group, (conversation) => {
        if (type === 'typing') return { ...conversation, visitorTypedAtMs: Date.now() };
        if (type !== 'seen' || !Number.isSafeInteger(seq)) return conversation;
        return { ...conversation, visitorSeen: Math.max(conversation.visitorSeen, Number(seq)) };
      });
    },
  });

  function receiveSession(session: ListedSession): void {
    const { sessionId } = session;
    const before = state.get().rows.get(sessionId);
    queue.receive(session);
    const after = state.get().rows.get(sessionId);
    if (!before || !after || after === before || sessionId !== state.get().openId) return;
    // The change is shown already, because this agent caused it.
    if (conversationOf(state.get(), sessionId).acting !== undefined || isClosing(state.get(), sessionId)) {
      return;
    }
    const sentence = changeSentence(before, after, me.oid);
    if (sentence === undefined) return;
    updateConversation(state, sessionId, (conversation) => ({
      ...conversation,
      notice: { tone: 'info', sentence },
    }));
  }

  /** Joins the groups of the agent's conversations, to receive visitors' signals. */
  state.watch(({ rows }, before) => {
    if (rows === before.rows) return;
    const mine = [...rows.values()].filter((row) => isMine(row, me.oid));
    realtime.setGroups(new Set(mine.map(({ sessionId }) => sessionId)));
  });

  state.watch(({ rows }, before) => {
    if (rows === before.rows) return;
    const domains = withDomains(state.get().domains, rows);
    state.update((desk) => (desk.domains === domains ? desk : { ...desk, domains }));
  });

  wakeSnoozed(state);

  kept.watch((part) => {
    if (part === 'read') conversations.readElsewhere();
    if (part === 'drafts') drafts.reload();
  });

  function refreshIfOld(): void {
    const { connection, signedOut } = state.get();
    if (signedOut) return;
    const shownMs = connection === 'live' ? REFRESH_LIVE_MS : REFRESH_DOWN_MS;
    if (Date.now() - refreshedAtMs >= shownMs * (document.hidden ? HIDDEN_FACTOR : 1)) void refresh();
  }

  return {
    state,
    queue,
    conversations,
    outbox,
    actions,
    closings,
    assist,
    presence,
    mentions,
    notes,
    availability,
    api,
    drafts,
    files,
    kept,
    async start(openId) {
      const admitted = availability.read();
      void refresh();
      void conversations.open(openId);
      realtime.start();
      void loadPlan();
      try {
        await admitted;
      } catch (refused) {
        realtime.stop();
        throw refused;
      }
      setInterval(refreshIfOld, CHECK_MS);
      window.addEventListener('online', realtime.wake);
      window.addEventListener('offline', realtime.disconnect);
      window.addEventListener('focus', conversations.markRead);
      window.addEventListener('pagehide', closings.leave);
      window.addEventListener('pagehide', presence.leave);
      window.addEventListener('pageshow', ({ persisted }) => persisted && closings.resume());
      document.addEventListener('visibilitychange', () => {
        if (document.hidden) return;
        realtime.wake();
        conversations.markRead();
        visitorPresence.refresh();
        refreshIfOld();
      });
    },
  };
}
