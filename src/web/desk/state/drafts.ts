import type { Store } from '../../ui/store.ts';
import type { AgentStorage, Mode } from './agent-storage.ts';
import type { DeskState } from './state.ts';

export interface Drafts {
  /** Sets the unsent text. An empty text removes it. */
  write(sessionId: string, mode: Mode, text: string): void;
  /** Reloads the drafts after another window has changed them. */
  reload(): void;
}

/** Unsent replies and notes. They are shown in the list, and stored in the browser. */
export function deskDrafts(state: Store<DeskState>, kept: AgentStorage): Drafts {
  const reload = () =>
    state.update((desk) => ({ ...desk, drafts: { reply: kept.drafts('reply'), note: kept.drafts('note') } }));
  reload();
  return {
    reload,
    write(sessionId, mode, text) {
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
