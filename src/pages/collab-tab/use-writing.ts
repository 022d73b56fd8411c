import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Kept } from './desk/kept.ts';

/** To the visitor, or for colleagues. */
export type Mode = 'reply' | 'note';

/** What an agent writes in one conversation, and where. */
export interface Writing {
  mode: Mode;
  /** Turns to what the agent wants to write, and puts them into the field. */
  begin(mode: Mode): void;
  text: string;
  write(text: string): void;
  /** The reply that is not sent, whatever is being written now. */
  draft: string;
  /** Replaces the reply that is not sent, and goes on with it. */
  redraft(draft: string): void;
  field: RefObject<HTMLTextAreaElement | null>;
}

/** Keeps the reply that is not sent over reloads. `mine` is undefined while nobody knows whose conversation it is. */
export function useWriting(kept: Kept, sessionId: string, mine: boolean | undefined): Writing {
  const [chosen, choose] = useState<Mode>();
  const [draft, setDraft] = useState(() => kept.drafts().get(sessionId) ?? '');
  const [note, setNote] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const mode = mine && chosen === 'reply' ? 'reply' : 'note';

  useLayoutEffect(() => {
    if (mine === undefined) return;
    // A conversation that comes into the agent's hands while they write a note must not make a message of it.
    choose((before) => (mine ? (before ?? 'reply') : 'note'));
  }, [mine]);

  const begin = (next: Mode) => {
    choose(next);
    field.current?.focus();
  };
  const keep = (text: string) => {
    setDraft(text);
    kept.keepDraft(sessionId, text);
  };
  return {
    mode,
    begin,
    text: mode === 'reply' ? draft : note,
    write: mode === 'reply' ? keep : setNote,
    draft,
    redraft(text) {
      keep(text);
      begin('reply');
    },
    field,
  };
}
