import type {
  AssistantDraft,
  CannedRepliesReply,
  CannedReplyReply,
  CannedValuesReply,
} from '../../../desk/wire/agent.ts';
import { correctAnswer } from '../../../conversations/rules/answer-review.ts';
import type { CannedReply } from '../../../conversations/records/canned-reply.ts';
import type { Store } from '../../ui/store.ts';
import type { AgentApi } from '../../ui/agent-api.ts';
import { apiPath, sentenceOf } from '../../ui/request.ts';
import { sessionPath } from './conversations.ts';
import {
  updateConversation,
  without,
  type Conversation,
  type DeskState,
  type RequestedDraft,
} from './state.ts';

/** Time-out of a complete draft, in milliseconds. */
const TIMEOUT_MS = 90_000;

/** Writing help: drafts by the assistant, and canned replies. */
export function deskAssist(state: Store<DeskState>, api: AgentApi) {
  async function write(sessionId: string, what: 'suggestion' | 'summary', body?: object): Promise<void> {
    const show = (written: RequestedDraft) =>
      updateConversation(state, sessionId, (conversation) => ({ ...conversation, [what]: written }));
    show({ running: true });
    try {
      const path = sessionPath(sessionId, `/${what}`);
      show({
        running: false,
        draft: await api.send<AssistantDraft>('POST', path, body, { timeoutMs: TIMEOUT_MS }),
      });
    } catch (thrown) {
      show({ running: false, problem: sentenceOf(thrown) });
    }
  }

  const showCanned = (change: (canned: readonly CannedReply[]) => readonly CannedReply[]) =>
    state.update((desk) => ({ ...desk, canned: change(desk.canned ?? []) }));

  return {
    suggest: (sessionId: string) => write(sessionId, 'suggestion'),
    summarize: (sessionId: string) => write(sessionId, 'summary', { locale: navigator.language }),
    /** Sends an agent's correction of an answer to the admins; `null` removes it. Throws a Problem. */
    async correct(sessionId: string, messageId: string, answer: string | null) {
      await api.send('PUT', sessionPath(sessionId, `/messages/${messageId}/correction`), { answer });
      // The event of the changed message is only sent to the agent who has claimed the conversation.
      const { oid, name } = state.get().me;
      const at = new Date().toISOString();
      const correction = answer === null ? null : { content: answer, agent: { oid, name }, at };
      updateConversation(state, sessionId, (conversation) => ({
        ...conversation,
        messages: conversation.messages.map((message) =>
          message.id === messageId ? (correctAnswer(message, correction) ?? message) : message,
        ),
      }));
    },
    dismissSuggestion: (sessionId: string) =>
      updateConversation(state, sessionId, (conversation) => without(conversation, 'suggestion')),

    /** Loads the canned replies. A failure is stored in the desk's state. */
    async loadCanned() {
      try {
        const { cannedReplies } = await api.get<CannedRepliesReply>(apiPath('agent/canned-replies'));
        state.update((desk) => ({ ...without(desk, 'cannedProblem'), canned: cannedReplies }));
      } catch (thrown) {
        state.update((desk) => ({ ...desk, cannedProblem: sentenceOf(thrown) }));
      }
    },
    /** Loads the values of their variables. A failure is stored in the conversation's state. */
    async loadCannedValues(sessionId: string) {
      const show = (part: Partial<Conversation>) =>
        updateConversation(state, sessionId, (conversation) => ({
          ...without(conversation, 'cannedValuesProblem'),
          ...part,
        }));
      try {
        const path = sessionPath(sessionId, '/canned-values');
        show({ cannedValues: (await api.get<CannedValuesReply>(path)).values });
      } catch (thrown) {
        show({ cannedValuesProblem: sentenceOf(thrown) });
      }
    },
    /** Throws a Problem; `edit-conflict` if a colleague has edited the reply. */
    async saveCanned(id: string, edit: { title: string; content: string; version?: string }) {
      const { cannedReply } = await api.send<CannedReplyReply>(
        'PUT',
        apiPath(`agent/canned-replies/${id}`),
        edit,
      );
      showCanned((canned) =>
        [...canned.filter((one) => one.id !== id), cannedReply].sort((one, other) =>
          one.title.localeCompare(other.title),
        ),
      );
    },
    async removeCanned({ id, version }: CannedReply) {
      await api.send('DELETE', apiPath(`agent/canned-replies/${id}`, { version }));
      showCanned((canned) => canned.filter((one) => one.id !== id));
    },
  };
}

export type Assist = ReturnType<typeof deskAssist>;
