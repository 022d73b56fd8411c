import { captionOf, isCaption } from '../../../domain/attachments.ts';
import type { Message } from '../../../domain/records/message.ts';
import type { NoteReply } from '../../../wire/agent.ts';
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

/**
 * The agent's outgoing messages. They are shown immediately, stored in the browser until they have arrived,
 * and sent in order: per conversation, replies and notes separately.
 */
export function deskOutbox({ state, api, kept, conversations, files }: Dependencies) {
  const delivering = new Set<string>();

  function change(sessionId: string, update: (thread: Thread) => Thread): void {
    updateConversation(state, sessionId, (conversation) => {
      const thread = update(conversation);
      return thread === conversation ? conversation : { ...conversation, ...thread };
    });
    kept.keepOutgoing(sessionId, conversationOf(state.get(), sessionId).outgoing);
  }

  async function deliver(sessionId: string, isNote: boolean): Promise<void> {
    const key = `${sessionId} ${isNote}`;
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
    }
  }

  async function store(sessionId: string, outgoing: Outgoing): Promise<void> {
    const { id, content, isNote, attachments = [], mentions, original } = outgoing;
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
      };
      const { message } = await api.send<{ message: Message }>(
        'POST',
        sessionPath(sessionId, '/message'),
        body,
      );
      conversations.receive(sessionId, [message]);
    }
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

  return {
    /** Sends a reply, with the files that are ready, or a note. */
    send(sessionId: string, content: string, mode: Mode, also: Pick<Outgoing, 'mentions' | 'original'> = {}) {
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
