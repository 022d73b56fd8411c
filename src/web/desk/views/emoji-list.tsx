import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { Desk } from '../state/desk.ts';
import { recentEmojis } from '../state/recent-emojis.ts';
import { type Emoji, matchingEmojis, shortcodeBefore } from '../model/emojis.ts';
import type { Writing } from '../use-writing.ts';
import { optionId, OptionList, pressInList } from './option-list.tsx';

/** How the composer's field works with the list. */
export interface EmojiListHandle {
  /** Handles a key of the list; false for any other. */
  press(event: KeyboardEvent): boolean;
}

export interface EmojiListProps {
  desk: Desk;
  writing: Writing;
  /** The id of the list. */
  id: string;
  handle: RefObject<EmojiListHandle | null>;
  /** Shows the id of the selected option at the field. */
  onActive: (optionId: string | undefined) => void;
}

const MAX_SHOWN = 6;

/** The shortcode before the cursor of a field that has the focus. */
function typedIn(field: HTMLTextAreaElement | null): string | undefined {
  if (!field || document.activeElement !== field) return undefined;
  return shortcodeBefore(field.value, field.selectionStart);
}

/** The emoji whose names begin with the text after a `:`. */
export function EmojiList({ desk, writing, id, handle, onActive }: EmojiListProps) {
  const { text, write, field } = writing;
  const [typed, setTyped] = useState<string>();
  const [active, setActive] = useState(0);
  const found = typed === undefined ? [] : matchingEmojis(typed).slice(0, MAX_SHOWN);
  const isOpen = found.length > 0;

  useLayoutEffect(() => {
    setTyped(typedIn(field.current));
    setActive(0);
  }, [text]);
  useEffect(() => {
    onActive(isOpen ? optionId(id, active) : undefined);
    return () => onActive(undefined);
  }, [active, isOpen]);

  const close = () => setTyped(undefined);
  const choose = ({ emoji }: Emoji) => {
    const element = field.current;
    const code = typedIn(element);
    close();
    if (!element || code === undefined) return;
    element.setRangeText(emoji, element.selectionStart - code.length, element.selectionStart, 'end');
    recentEmojis(desk.state.get().me.oid).add(emoji);
    write(element.value);
  };
  useLayoutEffect(() => {
    handle.current = {
      press(event) {
        const code = typedIn(field.current);
        if (!isOpen || code === undefined) return false;
        // The last keys may not be rendered yet: the list would be another one.
        const isShown = code === typed;
        const chooseAt = (index: number) => {
          const emoji = isShown ? found[index] : matchingEmojis(code)[0];
          if (emoji) choose(emoji);
        };
        return pressInList(event, {
          active,
          count: found.length,
          select: setActive,
          choose: chooseAt,
          close,
        });
      },
    };
    return () => {
      handle.current = null;
    };
  });

  if (!isOpen) return null;
  return (
    <OptionList
      {...{ id, active }}
      label="Emoji"
      options={found}
      keyOf={({ emoji }) => emoji}
      onChoose={choose}
      show={({ emoji, label, shortcodes }) => (
        <span class="emoji-option">
          <i>{emoji}</i> <b>{`:${shortcodes[0]}:`}</b> <small>{label}</small>
        </span>
      )}
    />
  );
}
