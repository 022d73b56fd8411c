import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Desk } from './state/desk.ts';
import type { Mode } from './state/agent-storage.ts';

/** The state of a conversation's composer. */
export interface Writing {
  mode: Mode;
  /** Switches to a mode and focuses the field. */
  begin(mode: Mode): void;
  /** The unsent text of the current mode. */
  text: string;
  write(text: string): void;
  /** The unsent text of a mode. */
  textOf(mode: Mode): string;
  /** Sets the unsent text of a mode and switches to it. */
  redraft(mode: Mode, text: string): void;
  field: RefObject<HTMLTextAreaElement | null>;
}

/**
 * The composer's mode and text. The initial mode depends on the claiming agent; later only this agent changes
 * it, unless a conversation is transferred to them while they write nothing in it. `mine` is
 * undefined while loading.
 */
export function useWriting(desk: Desk, sessionId: string, mine: boolean | undefined): Writing {
  const [chosen, choose] = useState<Mode>();
  const field = useRef<HTMLTextAreaElement>(null);
  const { drafts } = desk.state.get();
  const textOf = (mode: Mode) => drafts[mode].get(sessionId) ?? '';
  const unfinishedNote = textOf('note') !== '' && textOf('reply') === '';
  const initial = mine && !unfinishedNote ? 'reply' : 'note';
  const mode = chosen ?? initial;

  useLayoutEffect(() => {
    if (mine === undefined) return;
    const isWriting = document.activeElement === field.current;
    choose((before) => (mine && !isWriting ? initial : (before ?? initial)));
  }, [mine]);

  const begin = (next: Mode) => {
    choose(next);
    field.current?.focus();
  };
  return {
    mode,
    begin,
    text: textOf(mode),
    write: (text) => desk.drafts.write(sessionId, mode, text),
    textOf,
    redraft(of, text) {
      desk.drafts.write(sessionId, of, text);
      begin(of);
    },
    field,
  };
}
