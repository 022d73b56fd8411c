import { captionOf, isCaption } from '../../../conversations/rules/attachments.ts';
import type { Message } from '../../../conversations/records/message.ts';
import type { ListedSession } from '../../../conversations/records/public-session.ts';
import type { AgentMessageReply, NoteReply } from '../../../desk/wire/agent.ts';
import type { Store } from '../../ui/store.ts';
import {
  markFailed,
  nextToSend,
  queueAgain,
  addOutgoing,
  removeOutgoing,
  type Outgoing,
  type Thread,
} from '../model/thread.ts';
import { withRow } from '../model/rows.ts';
import type { AgentApi } from '../../ui/agent-api.ts';
import { Problem } from '../../ui/request.ts';
import { sessionPath, type Conversations } from './conversations.ts';
import type { DeskFiles } from './files.ts';
import type { AgentStorage, Mode } from './agent-storage.ts';
import { conversationOf, updateConversation, type DeskState } from './state.ts';

interface Dependencies {
  state: Store<DeskState>;
  api: AgentApi;
  kept: AgentStorage;
  conversations: Pick<Conversations, 'receive' | 'receiveNote'>;
  files: DeskFiles;
}

/** The parts of a reply or a note in addition to its words. */
export type OutgoingOptions = Pick<Outgoing, 'mentions' | 'original' | 'byEmail'>;

/**
 * The agent's outgoing messages. They are shown immediately, stored in the browser until they have arrived,
 * and sent in order: per conversation, replies and notes separately.
 */
export function deskOutbox({ state, api, kept, conversations, files }: Dependencies) {
  const delivering = new Set<string>();
  const keyOf = (sessionId: string, isNote: boolean) => `${sessionId} ${isNote}`;
  const isDelivering = (sessionId: string) =>
    [true, false].some((isNote) => delivering.has(keyOf(sessionId, isNote)));

  function change(sessionId: string, update: (thread: Thread) => Thread): void {
    updateConversation(state, sessionId, (conversation) => {
      const thread = update(conversation);
      return thread === conversation ? conversation : { ...conversation, ...thread };
    });
    kept.keepOutgoing(sessionId, conversationOf(state.get(), sessionId).outgoing);
  }

  async function deliver(sessionId: string, isNote: boolean): Promise<void> {
    const key = keyOf(sessionId, isNote);
    if (delivering.has(key)) return;
    delivering.add(key);
    try {
      for (let next = take(sessionId, isNote); next; next = take(sessionId, isNote)) {
        const { id } = next;
        try {
          await store(sessionId, next);
        } catch (thrown) {
          if (!(thrown instanceof Problem)) throw thrown;
          change(sessionId, (thread) =>
            markFailed(thread, id, { code: thrown.code, sentence: thrown.message }),
          );
        }
      }
    } finally {
      delivering.delete(key);
      moveContinued();
    }
  }

  async function store(sessionId: string, outgoing: Outgoing): Promise<void> {
    const { id, content, isNote, attachments = [], mentions, original, byEmail } = outgoing;
    if (isNote) {
      const body = { content, clientNoteId: id, ...(mentions && { mentions }) };
      const { note } = await api.send<NoteReply>('POST', sessionPath(sessionId, '/notes'), body);
      conversations.receiveNote(sessionId, note);
      change(sessionId, (thread) => removeOutgoing(thread, id));
    } else {
      const tickets = await files.tickets(sessionId, attachments);
      const body = {
        ...(!isCaption({ content, attachments }) && { content }),
        ...(tickets.length > 0 && { attachments: tickets }),
        clientMessageId: id,
        ...(original && { original }),
        ...(byEmail && { byEmail }),
      };
      const reopen = state.get().rows.get(sessionId)?.status === 'closed';
      const { message, session } = await api.send<AgentMessageReply>(
        'POST',
        sessionPath(sessionId, '/message'),
        {
          ...body,
          ...(reopen && { reopen }),
        },
      );
      if (session) moveTo(session, sessionId, message);
      else conversations.receive(sessionId, [message]);
    }
  }

  function moveOutgoing(closedId: string, sessionId: string): void {
    const { outgoing } = conversationOf(state.get(), closedId);
    change(closedId, (thread) => ({ ...thread, outgoing: [] }));
    change(sessionId, (thread) => ({ ...thread, outgoing: [...thread.outgoing, ...outgoing] }));
  }

  /** Moves unsent messages of conversations that were continued elsewhere, unless they are being sent. */
  function moveContinued(): void {
    const { conversations: known, rows } = state.get();
    for (const [closedId, { outgoing }] of known) {
      const { continuedBy } = rows.get(closedId) ?? {};
      if (outgoing.length === 0 || continuedBy === undefined || isDelivering(closedId)) continue;
      moveOutgoing(closedId, continuedBy);
    }
  }

  /** Goes on in the conversation that continues a closed one, with the messages and the rest to send. */
  function moveTo(session: ListedSession, closedId: string, message: Message): void {
    const { sessionId } = session;
    const { messages } = conversationOf(state.get(), closedId);
    change(closedId, (thread) => removeOutgoing(thread, message.id));
    moveOutgoing(closedId, sessionId);
    conversations.receive(sessionId, [...messages, message]);
    state.update((desk) => {
      const closed = desk.rows.get(closedId);
      const rows = withRow(desk.rows, session);
      return { ...desk, rows: closed ? withRow(rows, { ...closed, continuedBy: sessionId }) : rows };
    });
    deliverAll(sessionId);
  }

  const take = (sessionId: string, isNote: boolean) =>
    nextToSend(conversationOf(state.get(), sessionId), isNote);
  const deliverAll = (sessionId: string) => {
    void deliver(sessionId, false);
    void deliver(sessionId, true);
  };

  for (const [sessionId, outgoing] of kept.outgoing()) {
    change(sessionId, (thread) => ({ ...thread, outgoing }));
  }
  state.watch(({ rows }, before) => {
    if (rows !== before.rows) moveContinued();
  });

  return {
    /** Sends a reply, with the files that are ready, or a note. */
    send(sessionId: string, content: string, mode: Mode, also: OutgoingOptions = {}) {
      const id = crypto.randomUUID();
      const attachments = mode === 'note' ? [] : files.take(sessionId);
      const outgoing = {
        id,
        content: content || captionOf(attachments),
        ...(mode === 'note' && { isNote: true as const }),
        ...(attachments.length > 0 && { attachments }),
        ...also,
      };
      change(sessionId, (thread) => addOutgoing(thread, outgoing));
      deliverAll(sessionId);
    },
    /** Sends a failed message again with the same id, so that it is stored once. */
    retry(sessionId: string, id: string) {
      change(sessionId, (thread) => queueAgain(thread, id));
      deliverAll(sessionId);
    },
    /** Withdraws a failed message and returns its text. Its files go back to the composer. */
    withdraw(sessionId: string, id: string) {
      const taken = conversationOf(state.get(), sessionId).outgoing.find((one) => one.id === id);
      change(sessionId, (thread) => removeOutgoing(thread, id));
      deliverAll(sessionId);
      const { content = '', attachments = [] } = taken ?? {};
      files.restore(sessionId, attachments);
      return isCaption({ content, attachments }) ? '' : content;
    },
    /**
     * Sends messages of an earlier page, and unreachable ones again. Called when the service can be reached.
     */
    resume() {
      for (const [sessionId, { outgoing }] of state.get().conversations) {
        if (outgoing.length === 0) continue;
        change(sessionId, (thread) => queueAgain(thread));
        deliverAll(sessionId);
      }
    },
  };
}

export type Outbox = ReturnType<typeof deskOutbox>;
