import type { Message } from '../../../conversations/records/message.ts';
import type { ListedSession } from '../../../conversations/records/public-session.ts';
import type { Note } from '../../../conversations/records/note.ts';
import type { NotesReply } from '../../../desk/wire/agent.ts';
import type { Store } from '../../ui/store.ts';
import { isMine, withoutRow, withRow } from '../model/rows.ts';
import { completeUpTo, mergeMessages, contiguousUpTo } from '../model/thread.ts';
import type { AgentApi } from '../../ui/agent-api.ts';
import { apiPath, Problem } from '../../ui/request.ts';
import type { Drafts } from './drafts.ts';
import type { AgentStorage } from './agent-storage.ts';
import {
  conversationOf,
  isHandling,
  updateConversation,
  without,
  type Conversation,
  type DeskState,
} from './state.ts';

export interface Conversations {
  /** Opens a conversation, or closes the open one. Resolves when it is loaded. */
  open(sessionId: string | undefined): Promise<void>;
  /** Fetches missing messages, details and notes. */
  fetch(sessionId: string): Promise<void>;
  /** Fetches missing messages. Single-flight. */
  fetchMissing(sessionId: string): Promise<void>;
  /** Fetches details and notes. */
  fetchAbout(sessionId: string): Promise<void>;
  receive(sessionId: string, messages: readonly Message[]): void;
  /** Marks the open conversation as read if the page is visible, and sends `seen` to the visitor. */
  markRead(): void;
  /** Applies read marks from another window of this agent. */
  readElsewhere(): void;
  /** Sends `typing` to the visitor, at most once per `TYPING_INTERVAL_MS`. */
  typing(sessionId: string): void;
  receiveNote(sessionId: string, note: Note): void;
}

interface Dependencies {
  state: Store<DeskState>;
  api: AgentApi;
  kept: AgentStorage;
  drafts: Drafts;
  isInView: () => boolean;
}

/** How long to wait for the second of both events of a message before the gap is fetched, in milliseconds. */
const EVENT_GAP_MS = 250;
const TYPING_INTERVAL_MS = 3_000;

export const sessionPath = (sessionId: string, rest = '', query = {}) =>
  apiPath(`agent/sessions/${encodeURIComponent(sessionId)}${rest}`, query);

/** The conversations that the agent has opened: messages, notes and signals. */
export function deskConversations({ state, api, kept, drafts, isInView }: Dependencies): Conversations {
  const fetching = new Map<string, Promise<void>>();
  const checks = new Map<string, ReturnType<typeof setTimeout>>();
  let toldTypingAtMs = 0;
  let toldSeen = '';

  const change = (sessionId: string, update: (conversation: Conversation) => Conversation) =>
    updateConversation(state, sessionId, update);

  function lacks(sessionId: string): boolean {
    const conversation = conversationOf(state.get(), sessionId);
    const { messages } = conversation;
    const known = completeUpTo(conversation);
    return known < messages.length || known < (state.get().rows.get(sessionId)?.messageCount ?? 0);
  }

  async function fetchOnce(sessionId: string): Promise<void> {
    try {
      const after = completeUpTo(conversationOf(state.get(), sessionId));
      const path = sessionPath(sessionId, '/messages', { after });
      const { messages } = await api.get<{ messages: Message[] }>(path);
      change(sessionId, (conversation) => ({ ...without(conversation, 'problem'), loaded: true }));
      conversations.receive(sessionId, messages);
      // More messages arrived during the request. Without progress the row is wrong, and the next refresh
      // corrects it.
      if (messages.length > 0 && lacks(sessionId)) await fetchOnce(sessionId);
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown;
      change(sessionId, (conversation) => ({ ...conversation, problem: thrown }));
      if (thrown.code === 'session-not-found') forget(sessionId);
    }
  }

  function forget(sessionId: string): void {
    drafts.write(sessionId, 'reply', '');
    drafts.write(sessionId, 'note', '');
    kept.keepOutgoing(sessionId, []);
    state.update((desk) => ({ ...desk, rows: withoutRow(desk.rows, sessionId) }));
    change(sessionId, (conversation) => ({ ...conversation, messages: [], outgoing: [], notes: [] }));
  }

  const conversations: Conversations = {
    async open(sessionId) {
      const { openId } = state.get();
      if (openId === sessionId) return;
      state.update((desk) => ({
        ...without(desk, 'openId'),
        ...(sessionId !== undefined && { openId: sessionId }),
      }));
      if (sessionId === undefined) return;
      // Messages that failed in the meantime stay until the agent dismisses them.
      change(sessionId, (conversation) =>
        conversation.notice?.tone === 'info' ? without(conversation, 'notice') : conversation,
      );
      const fetched = conversations.fetch(sessionId);
      conversations.markRead();
      await fetched;
    },

    async fetch(sessionId) {
      await Promise.all([conversations.fetchMissing(sessionId), conversations.fetchAbout(sessionId)]);
    },

    fetchMissing(sessionId) {
      clearTimeout(checks.get(sessionId));
      checks.delete(sessionId);
      const running =
        fetching.get(sessionId) ?? fetchOnce(sessionId).finally(() => fetching.delete(sessionId));
      fetching.set(sessionId, running);
      return running;
    },

    async fetchAbout(sessionId) {
      try {
        const [{ session }, { notes }] = await Promise.all([
          api.get<{ session: ListedSession & Conversation['about'] }>(sessionPath(sessionId)),
          api.get<NotesReply>(sessionPath(sessionId, '/notes')),
        ]);
        const { pageUrl, locale, pages, contact, visitorRating, takesFiles, emailTo, emails, ...rest } =
          session;
        const { emailObstacle, visitorAt, ...row } = rest;
        const about = {
          ...(pageUrl !== undefined && { pageUrl }),
          ...(locale !== undefined && { locale }),
          ...(pages && { pages }),
          ...(contact && { contact }),
          ...(visitorRating && { visitorRating }),
          ...(takesFiles && { takesFiles }),
          ...(emailTo !== undefined && { emailTo }),
          ...(emailObstacle && { emailObstacle }),
          ...(visitorAt !== undefined && { visitorAt }),
          ...(emails && { emails }),
        };
        state.update((desk) => ({ ...desk, rows: withRow(desk.rows, row) }));
        change(sessionId, (conversation) => ({ ...without(conversation, 'aboutProblem'), about, notes }));
      } catch (thrown) {
        if (!(thrown instanceof Problem)) throw thrown;
        change(sessionId, (conversation) => ({ ...conversation, aboutProblem: thrown.message }));
      }
    },

    receive(sessionId, messages) {
      const before = conversationOf(state.get(), sessionId).outgoing.length;
      change(sessionId, (conversation) => ({
        ...conversation,
        ...mergeMessages(conversation, messages),
        ...(messages.some(({ role }) => role === 'visitor') && { visitorTypedAtMs: 0 }),
      }));
      const { outgoing } = conversationOf(state.get(), sessionId);
      // Another window may have more outgoing messages.
      if (outgoing.length !== before) kept.keepOutgoing(sessionId, outgoing);
      if (sessionId === state.get().openId) conversations.markRead();
    },

    markRead() {
      const { openId, rows, readUpTo, me } = state.get();
      const row = openId === undefined ? undefined : rows.get(openId);
      if (!row || !isInView()) return;
      const { sessionId } = row;
      const conversation = conversationOf(state.get(), sessionId);
      const seen = completeUpTo(conversation);
      if (seen > (readUpTo.get(sessionId) ?? 0)) {
        kept.keepRead(sessionId, seen);
        state.update((desk) => ({ ...desk, readUpTo: new Map(desk.readUpTo).set(sessionId, seen) }));
      }
      const latest = conversation.messages[seen - 1];
      if (!isMine(row, me.oid) || latest?.role !== 'visitor' || toldSeen === latest.id) return;
      toldSeen = latest.id;
      signal(sessionId, { type: 'seen', seq: seen });
    },

    readElsewhere() {
      state.update((desk) => {
        const readUpTo = new Map(desk.readUpTo);
        for (const [id, seq] of kept.readUpTo()) readUpTo.set(id, Math.max(seq, readUpTo.get(id) ?? 0));
        return { ...desk, readUpTo };
      });
    },

    typing(sessionId) {
      const row = state.get().rows.get(sessionId);
      if (!isHandling(state.get(), row) || Date.now() - toldTypingAtMs < TYPING_INTERVAL_MS) return;
      toldTypingAtMs = Date.now();
      signal(sessionId, { type: 'typing' });
    },

    receiveNote(sessionId, note) {
      change(sessionId, (conversation) => ({
        ...conversation,
        notes: withNote(conversation.notes, note),
      }));
    },
  };

  /** Signals are sent once, without retries. */
  function signal(sessionId: string, content: object): void {
    api.send('POST', sessionPath(sessionId, '/signal'), content).catch((thrown: unknown) => {
      if (!(thrown instanceof Problem)) throw thrown;
    });
  }

  /**
   * Fetches new messages of the agent's other conversations, so that only visitors' messages count as unread.
   */
  async function fetchUnread(sessionId: string): Promise<void> {
    const { rows, readUpTo } = state.get();
    const to = rows.get(sessionId)?.messageCount ?? 0;
    const after = contiguousUpTo(conversationOf(state.get(), sessionId), readUpTo.get(sessionId) ?? 0, to);
    if (after >= to || !isHandling(state.get(), rows.get(sessionId))) return;
    try {
      const path = sessionPath(sessionId, '/messages', { after });
      const { messages } = await api.get<{ messages: Message[] }>(path);
      conversations.receive(sessionId, messages);
    } catch (thrown) {
      // Retried with the next change of the conversation or the next refresh.
      if (!(thrown instanceof Problem)) throw thrown;
    }
  }

  function checkSoon(sessionId: string): void {
    if (checks.has(sessionId)) return;
    const check = () => {
      checks.delete(sessionId);
      if (state.get().openId !== sessionId) void fetchUnread(sessionId);
      else if (lacks(sessionId)) void conversations.fetchMissing(sessionId);
    };
    checks.set(sessionId, setTimeout(check, EVENT_GAP_MS));
  }

  state.watch(({ rows, openId, me }, before) => {
    if (rows === before.rows) return;
    for (const [sessionId, row] of rows) {
      const last = before.rows.get(sessionId);
      if (row === last) continue;
      if (sessionId === openId && mayHaveNewContact(row, last)) void conversations.fetchAbout(sessionId);
      if (sessionId === openId || isMine(row, me.oid)) checkSoon(sessionId);
    }
  });

  return conversations;
}

/**
 * Session events never contain contact details, so a change without a new message can be a change of these.
 */
function mayHaveNewContact(row: ListedSession, last: ListedSession | undefined): boolean {
  // An e-mail was planned, sent or refused.
  if (last && row.delivery !== last.delivery) return true;
  if (!last || !row.leftMessage || row.updatedAt === last.updatedAt) return false;
  return row.leftMessage.leftAt !== last.leftMessage?.leftAt || row.messageCount === last.messageCount;
}

const withNote = (notes: readonly Note[], note: Note): Note[] => [
  ...notes.filter(({ id }) => id !== note.id),
  note,
];
