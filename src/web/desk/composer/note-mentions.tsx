import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { mentionedIn, mentionSearch, withMention } from '../../../conversations/rules/mentions.ts';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import type { Desk } from '../state/desk.ts';
import type { Writing } from './use-writing.ts';
import { MentionMenu, type MentionMenuHandle } from './mention-menu.tsx';

/** Connects a note's field with the mentions in it. */
export interface NoteMentionsHandle {
  /** Handles a key of the menu. Returns false for other keys. */
  press(event: KeyboardEvent): boolean;
  /** Updates the menu from the text before the cursor. */
  follow(field: HTMLTextAreaElement): void;
  /** The oids of the mentioned colleagues. */
  mentioned(): string[];
}

export interface NoteMentionsProps {
  desk: Desk;
  writing: Writing;
  /** The menu's element id. */
  id: string;
  handle: RefObject<NoteMentionsHandle | null>;
  /** Called with the id of the selected option. */
  onActive: (optionId: string | undefined) => void;
}

/** The menu of names after an `@`, and the list of colleagues whom the note notifies. */
export function NoteMentions({ desk, writing, id, handle, onActive }: NoteMentionsProps) {
  const { text, write, field } = writing;
  const [search, setSearch] = useState<string>();
  const menu = useRef<MentionMenuHandle>(null);
  const cursor = useRef<number>(undefined);
  const hasAt = text.includes('@');
  const mentioned = hasAt ? mentionedIn(text, desk.state.get().colleagues ?? []) : [];

  useEffect(() => {
    // A restored draft needs the colleagues' names. The menu shows a failure.
    if (hasAt) desk.mentions.loadColleagues().catch(() => undefined);
  }, [hasAt]);
  useEffect(() => {
    if (cursor.current !== undefined) field.current?.setSelectionRange(cursor.current, cursor.current);
    cursor.current = undefined;
  }, [text]);
  useLayoutEffect(() => {
    handle.current = {
      press: (event) => menu.current?.press(event) === true,
      follow: ({ value, selectionStart }) => setSearch(mentionSearch(value, selectionStart)),
      mentioned: () => mentioned.map(({ oid }) => oid),
    };
    return () => {
      handle.current = null;
    };
  });

  const choose = (name: string) => {
    const next = withMention(text, field.current?.selectionStart ?? text.length, name);
    cursor.current = next.cursor;
    write(next.text);
    setSearch(undefined);
    field.current?.focus();
  };
  return (
    <>
      {search !== undefined && (
        <MentionMenu
          {...{ desk, id, search, onActive }}
          handle={menu}
          onChoose={choose}
          onClose={() => setSearch(undefined)}
        />
      )}
      <p class="notifies" role="status">
        {mentioned.length > 0 && (
          <>
            Notifies <UntrustedText text={mentioned.map(({ name }) => name).join(', ')} />
          </>
        )}
      </p>
    </>
  );
}
