import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Desk } from '../state/desk.ts';
import type { Mode } from '../state/agent-storage.ts';

/**
 * The composer's mode and text. The initial mode depends on the claiming agent; later only this agent changes
 * it, unless a conversation is transferred to them while they write nothing in it, or away from them without
 * an unsent reply. `mine` is undefined while loading.
 */
export function useWriting(desk: Desk, sessionId: string, mine: boolean | undefined) {
  const [chosen, choose] = useState<Mode>();
  const field = useRef<HTMLTextAreaElement>(null);
  const { drafts } = desk.state.get();
  const textOf = (mode: Mode) => drafts[mode].get(sessionId) ?? '';
  const unfinishedNote = textOf('note') !== '' && textOf('reply') === '';
  const initial = mine && !unfinishedNote ? 'reply' : 'note';
  const mode = chosen ?? initial;

  useLayoutEffect(() => {
    if (mine === undefined) return;
    const keeps = mine ? document.activeElement === field.current : textOf('reply') !== '';
    choose((before) => (keeps ? (before ?? initial) : initial));
  }, [mine]);

  const begin = (next: Mode) => {
    choose(next);
    field.current?.focus();
  };
  return {
    mode,
    /** Switches to a mode and focuses the field. */
    begin,
    /** The unsent text of the current mode. */
    text: textOf(mode),
    write: (text: string) => desk.drafts.write(sessionId, mode, text),
    /** The unsent text of a mode. */
    textOf,
    /** Sets the unsent text of a mode and switches to it. */
    redraft(of: Mode, text: string) {
      desk.drafts.write(sessionId, of, text);
      begin(of);
    },
    field,
  };
}

/** The state of a conversation's composer. */
export type Writing = ReturnType<typeof useWriting>;
