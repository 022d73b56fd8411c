import type {
  AssistantDraft,
  CannedRepliesReply,
  CannedReply,
  CannedReplyReply,
} from '../../../wire/agent.ts';
import type { Cell } from '../../ui/store.ts';
import { sentenceOf, type Api } from '../../ui/agent-api.ts';
import { sessionPath } from './conversations.ts';
import { updateConversation, without, type DeskState, type Written } from './state.ts';

/** What helps an agent to write: the assistant on demand, and the texts that the team keeps. */
export interface Assist {
  suggest(sessionId: string): Promise<void>;
  summarize(sessionId: string): Promise<void>;
  dismissSuggestion(sessionId: string): void;
  /** Fetches the canned replies; where that does not work, the desk's state says why. */
  loadCanned(): Promise<void>;
  /** Throws a Problem, `edit-conflict` where a colleague was faster. */
  saveCanned(id: string, edit: { title: string; content: string; version?: string }): Promise<void>;
  removeCanned(reply: CannedReply): Promise<void>;
}

export function deskAssist(state: Cell<DeskState>, api: Api): Assist {
  async function write(sessionId: string, what: 'suggestion' | 'summary', body?: object): Promise<void> {
    const show = (written: Written) =>
      updateConversation(state, sessionId, (conversation) => ({ ...conversation, [what]: written }));
    show({ running: true });
    try {
      const path = sessionPath(sessionId, `/${what}`);
      show({ running: false, draft: await api.post<AssistantDraft>(path, body, { patient: true }) });
    } catch (thrown) {
      show({ running: false, problem: sentenceOf(thrown) });
    }
  }

  const showCanned = (change: (canned: readonly CannedReply[]) => readonly CannedReply[]) =>
    state.update((desk) => ({ ...desk, canned: change(desk.canned ?? []) }));

  return {
    suggest: (sessionId) => write(sessionId, 'suggestion'),
    summarize: (sessionId) => write(sessionId, 'summary', { locale: navigator.language }),
    dismissSuggestion: (sessionId) =>
      updateConversation(state, sessionId, (conversation) => without(conversation, 'suggestion')),

    async loadCanned() {
      try {
        const { cannedReplies } = await api.get<CannedRepliesReply>('agent/canned-replies');
        state.update((desk) => ({ ...without(desk, 'cannedProblem'), canned: cannedReplies }));
      } catch (thrown) {
        state.update((desk) => ({ ...desk, cannedProblem: sentenceOf(thrown) }));
      }
    },
    async saveCanned(id, edit) {
      const { cannedReply } = await api.put<CannedReplyReply>(`agent/canned-replies/${id}`, edit);
      showCanned((canned) =>
        [...canned.filter((one) => one.id !== id), cannedReply].sort((one, other) =>
          one.title.localeCompare(other.title),
        ),
      );
    },
    async removeCanned({ id, version }) {
      await api.remove(`agent/canned-replies/${id}`, { version });
      showCanned((canned) => canned.filter((one) => one.id !== id));
    },
  };
}
