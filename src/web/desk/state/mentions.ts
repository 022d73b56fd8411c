import type { ColleaguesReply, MentionsReply } from '../../../desk/wire/agent.ts';
import type { AgentApi } from '../../ui/agent-api.ts';
import { apiPath, Problem } from '../../ui/request.ts';
import type { Store } from '../../ui/store.ts';
import { sessionPath } from './conversations.ts';
import type { DeskState } from './state.ts';

/** Notes that mention the agent, and colleagues whom the agent can mention. */
export function deskMentions(state: Store<DeskState>, api: AgentApi) {
  return {
    /** Loads the agent's mentions. After a failure they are loaded with the next connection. */
    async load() {
      try {
        const { mentions } = await api.get<MentionsReply>(apiPath('agent/mentions'));
        state.update((desk) => ({ ...desk, mentions }));
      } catch (thrown) {
        if (!(thrown instanceof Problem)) throw thrown;
      }
    },

    /** Marks the mentions in a conversation as seen while the page is visible. */
    async markSeen(sessionId: string) {
      if (document.hidden || !unseenMentions(state.get()).has(sessionId)) return;
      const seenAt = new Date().toISOString();
      state.update((desk) => ({
        ...desk,
        mentions: desk.mentions.map((one) => (one.sessionId === sessionId ? { seenAt, ...one } : one)),
      }));
      try {
        await api.send('PUT', sessionPath(sessionId, '/mentions/seen'), {});
      } catch (thrown) {
        // The next list contains it as unseen, and it is marked again.
        if (!(thrown instanceof Problem)) throw thrown;
      }
    },

    /** Loads the colleagues who can be mentioned; known ones are shown until then. Rejects with a Problem. */
    async loadColleagues() {
      const { colleagues } = await api.get<ColleaguesReply>(apiPath('agent/colleagues'));
      state.update((desk) => ({ ...desk, colleagues }));
    },
  };
}

export type DeskMentions = ReturnType<typeof deskMentions>;

/** The conversations with notes that mention the agent and that the agent has not opened since. */
export function unseenMentions({ mentions }: Pick<DeskState, 'mentions'>): ReadonlySet<string> {
  return new Set(mentions.flatMap(({ sessionId, seenAt }) => (seenAt === undefined ? sessionId : [])));
}
