import type { Message } from '../../../domain/message.ts';
import type { Cell } from '../cell.ts';
import { failed, nextToSend, retried, sent, withdrawn, type Thread } from '../model/thread.ts';
import { Problem, type Api } from './api.ts';
import { sessionPath, type Conversations } from './conversations.ts';
import type { Kept } from './kept.ts';
import { conversationOf, updateConversation, type DeskState } from './state.ts';

export interface Outbox {
  send(sessionId: string, content: string): void;
  /** Sends a message that did not arrive again, under the same id, so that it is stored once. */
  retry(sessionId: string, id: string): void;
  /** Takes a message back that did not arrive, and returns what it said. */
  withdraw(sessionId: string, id: string): string;
  /** There is a connection again: whatever found nobody goes once more. */
  resume(): void;
}

interface Dependencies {
  state: Cell<DeskState>;
  api: Api;
  kept: Kept;
  conversations: Conversations;
}

/** What this agent has sent: shown at once, delivered one after the other in each conversation, and kept until it has arrived. */
export function deskOutbox({ state, api, kept, conversations }: Dependencies): Outbox {
  const delivering = new Set<string>();

  function change(sessionId: string, update: (thread: Thread) => Thread): void {
    updateConversation(state, sessionId, (conversation) => {
      const thread = update(conversation);
      return thread === conversation ? conversation : { ...conversation, ...thread };
    });
    kept.keepOutgoing(sessionId, conversationOf(state.get(), sessionId).outgoing);
  }

  async function deliver(sessionId: string): Promise<void> {
    if (delivering.has(sessionId)) return;
    delivering.add(sessionId);
    try {
      for (let next = take(sessionId); next; next = take(sessionId)) {
        const { id, content } = next;
        try {
          const body = { content, clientMessageId: id };
          const { message } = await api.post<{ message: Message }>(sessionPath(sessionId, '/message'), body);
          conversations.hear(sessionId, [message]);
        } catch (thrown) {
          if (!(thrown instanceof Problem)) throw thrown;
          change(sessionId, (thread) => failed(thread, id, { code: thrown.code, sentence: thrown.message }));
        }
      }
    } finally {
      delivering.delete(sessionId);
    }
  }

  const take = (sessionId: string) => nextToSend(conversationOf(state.get(), sessionId));

  for (const [sessionId, outgoing] of kept.outgoing()) {
    change(sessionId, (thread) => ({ ...thread, outgoing }));
  }

  return {
    send(sessionId, content) {
      change(sessionId, (thread) => sent(thread, crypto.randomUUID(), content));
      void deliver(sessionId);
    },
    retry(sessionId, id) {
      change(sessionId, (thread) => retried(thread, id));
      void deliver(sessionId);
    },
    withdraw(sessionId, id) {
      const taken = conversationOf(state.get(), sessionId).outgoing.find((one) => one.id === id);
      change(sessionId, (thread) => withdrawn(thread, id));
      void deliver(sessionId);
      return taken?.content ?? '';
    },
    resume() {
      for (const [sessionId, { outgoing }] of state.get().conversations) {
        if (outgoing.length === 0) continue;
        change(sessionId, (thread) => retried(thread));
        void deliver(sessionId);
      }
    },
  };
}
