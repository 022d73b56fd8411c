import type { RefObject } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isComposing } from '../../../../widget/input-method.ts';
import { type Emoji, EMOJI_GROUPS, type EmojiGroup, emojisOf, matchingEmojis } from '../model/emojis.ts';
import type { Desk } from '../state/desk.ts';
import { recentEmojis } from '../state/recent-emojis.ts';
import type { Writing } from '../use-writing.ts';
import { cellAfter, cellsIn } from './emoji-cells.ts';

export interface EmojiPickerProps {
  desk: Desk;
  writing: Writing;
  /** The button that opens it: it has the focus again afterwards. */
  button: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

const COLUMNS = 8;

/** The emoji by groups, with a search; the ones that this agent used last come first. */
export function EmojiPicker({ desk, writing, button, onClose }: EmojiPickerProps) {
  const { field, write } = writing;
  const [search, setSearch] = useState('');
  const panel = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [recent] = useState(() => recentEmojis(desk.state.get().me.oid));
  const groups = groupsOf(search, emojisOf(recent.list()));

  useLayoutEffect(() => {
    input.current?.focus();
    const elsewhere = ({ target }: Event) => {
      const isInside = [panel, button].some(
        ({ current }) => target instanceof Node && current?.contains(target),
      );
      if (!isInside) onClose();
    };
    document.addEventListener('pointerdown', elsewhere);
    document.addEventListener('focusin', elsewhere);
    return () => {
      document.removeEventListener('pointerdown', elsewhere);
      document.removeEventListener('focusin', elsewhere);
    };
  }, []);
  // Roving tabindex: one emoji is in the tab order.
  const rove = (to: HTMLElement | undefined) => {
    for (const cell of cellsIn(panel.current).flat()) cell.tabIndex = cell === to ? 0 : -1;
  };
  useLayoutEffect(() => rove(cellsIn(panel.current)[0]?.[0]), [search]);

  const choose = (emoji: string) => {
    const element = field.current;
    onClose();
    if (!element) return;
    recent.add(emoji);
    element.setRangeText(emoji, element.selectionStart, element.selectionEnd, 'end');
    write(element.value);
    element.focus();
  };
  const close = () => {
    onClose();
    button.current?.focus();
  };
  const chooseFirst = () => {
    // Read from the field: the last keys may not be rendered yet.
    const wanted = input.current?.value.trim() ?? '';
    const [first] = wanted === '' ? [] : matchingEmojis(wanted);
    if (first) choose(first.emoji);
  };
  /** Moves the focus; false for a key that moves it nowhere. */
  const move = ({ key, target }: KeyboardEvent): boolean => {
    const next = target instanceof HTMLElement ? cellAfter(cellsIn(panel.current), target, key) : undefined;
    if (next === undefined) return false;
    if (next === 'search') input.current?.focus();
    else {
      rove(next);
      next.focus();
    }
    return true;
  };
  const pressed = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    // The shortcuts of the desk are off in here.
    event.stopPropagation();
    const { key, target, repeat } = event;
    if (key === 'Escape') close();
    else if (key === 'Enter' && target === input.current) {
      if (!repeat) chooseFirst();
    } else if (!move(event)) {
      // Typing in the grid continues the search.
      if (isText(event)) input.current?.focus();
      return;
    }
    event.preventDefault();
  };

  return (
    <div ref={panel} class="canned emoji-picker" role="dialog" aria-label="Emoji" onKeyDown={pressed}>
      <input
        ref={input}
        type="search"
        aria-label="Find an emoji"
        placeholder="Find an emoji"
        maxLength={40}
        autocomplete="off"
        spellcheck={false}
        value={search}
        onInput={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      <div class="emoji-groups">
        {groups.map((group) => (
          <Group key={group.name} group={group} onChoose={choose} />
        ))}
        <p role="status">{groups.length === 0 && 'No emoji found.'}</p>
      </div>
    </div>
  );
}

/** Whether a key is a character; the space presses a button. */
const isText = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;

function groupsOf(search: string, recent: readonly Emoji[]): EmojiGroup[] {
  const isSearch = search.trim() !== '';
  const first = isSearch
    ? { name: 'Results', emojis: matchingEmojis(search) }
    : { name: 'Recently used', emojis: recent };
  return [first, ...(isSearch ? [] : EMOJI_GROUPS)].filter(({ emojis }) => emojis.length > 0);
}

/** A group under its heading, as a grid of rows. */
function Group({
  group: { name, emojis },
  onChoose,
}: {
  group: EmojiGroup;
  onChoose: (emoji: string) => void;
}) {
  const id = useId();
  const rows = Array.from({ length: Math.ceil(emojis.length / COLUMNS) }, (_, index) =>
    emojis.slice(index * COLUMNS, (index + 1) * COLUMNS),
  );
  return (
    <>
      <h3 id={id}>{name}</h3>
      <div role="grid" aria-labelledby={id}>
        {rows.map((row) => (
          <div key={row[0]?.emoji} role="row">
            {row.map(({ emoji, label }) => (
              <button
                key={emoji}
                type="button"
                role="gridcell"
                tabIndex={-1}
                aria-label={label}
                title={label}
                onClick={() => onChoose(emoji)}
              >
                {emoji}
              </button>
            ))}
          </div>
        ))}
      </div>
    </>
  );
}
