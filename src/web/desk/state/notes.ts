import type { Note } from '../../../conversations/records/note.ts';
import type { NoteReply, NotesReply } from '../../../desk/wire/agent.ts';
import type { AgentApi } from '../../ui/agent-api.ts';
import { Problem } from '../../ui/request.ts';
import type { Store } from '../../ui/store.ts';
import { sessionPath } from './conversations.ts';
import { updateConversation, type DeskState } from './state.ts';

/** Changes of the agent's own notes, and changes of notes by other agents. */
export function deskNotes(state: Store<DeskState>, api: AgentApi) {
  const show = (sessionId: string, change: (notes: readonly Note[]) => readonly Note[]) =>
    updateConversation(state, sessionId, (conversation) => ({
      ...conversation,
      notes: change(conversation.notes),
    }));

  return {
    /** Rejects with a Problem. */
    async edit(sessionId: string, noteId: string, edit: { content: string; mentions: readonly string[] }) {
      const path = sessionPath(sessionId, `/notes/${noteId}`);
      const { note } = await api.send<NoteReply>('PUT', path, edit);
      show(sessionId, (notes) => notes.map((one) => (one.id === note.id ? note : one)));
    },
    /** Rejects with a Problem. */
    async remove(sessionId: string, noteId: string) {
      await api.send('DELETE', sessionPath(sessionId, `/notes/${noteId}`));
      show(sessionId, (notes) => notes.filter(({ id }) => id !== noteId));
    },
    /** Loads the notes of the open conversation after an event; other conversations load them when opened. */
    async changed(sessionId: string) {
      if (sessionId !== state.get().openId) return;
      try {
        const { notes } = await api.get<NotesReply>(sessionPath(sessionId, '/notes'));
        show(sessionId, () => notes);
      } catch (thrown) {
        // The next refresh loads them.
        if (!(thrown instanceof Problem)) throw thrown;
      }
    },
  };
}

export type DeskNotes = ReturnType<typeof deskNotes>;
