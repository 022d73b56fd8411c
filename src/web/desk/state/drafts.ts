import type { Store } from '../../ui/store.ts';
import type { AgentStorage, Mode } from './agent-storage.ts';
import type { DeskState } from './state.ts';

/** Unsent replies and notes. They are shown in the list, and stored in the browser. */
export function deskDrafts(state: Store<DeskState>, kept: AgentStorage) {
  const reload = () =>
    state.update((desk) => ({ ...desk, drafts: { reply: kept.drafts('reply'), note: kept.drafts('note') } }));
  reload();
  return {
    /** Reloads the drafts after another window has changed them. */
    reload,
    /** Sets the unsent text. An empty text removes it. */
    write(sessionId: string, mode: Mode, text: string) {
      kept.keepDraft(mode, sessionId, text);
      state.update((desk) => {
        const drafts = new Map(desk.drafts[mode]);
        if (text === '') drafts.delete(sessionId);
        else drafts.set(sessionId, text);
        return { ...desk, drafts: { ...desk.drafts, [mode]: drafts } };
      });
    },
  };
}

export type Drafts = ReturnType<typeof deskDrafts>;
