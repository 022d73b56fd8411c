import { Search as SearchIcon } from 'lucide-static';
import { useEffect, useRef, useState } from 'preact/hooks';
import { isComposing } from '../../../../widget/input-method.ts';
import { Icon } from '../../ui/icon.tsx';
import { KeyCap } from '../../ui/button.tsx';
import { routeNow } from '../../ui/route.ts';
import { MAX_QUERY } from './use-search.ts';
import { listQueryOf } from './list-query.ts';

interface SearchFieldProps {
  /** The text in the page's URL. */
  text: string;
  onType: (text: string) => void;
  /** Moves the focus to the first result. */
  onDown: () => void;
}

/** The search field. Typed text is in the page's URL immediately, without spaces at its ends. */
export function SearchField({ text, onType, onDown }: SearchFieldProps) {
  const [typed, setTyped] = useState(text);
  const latest = useRef(text);
  const input = useRef<HTMLInputElement>(null);
  // On the way back from a result the search continues.
  useEffect(() => {
    if (text !== '') input.current?.focus();
  }, []);
  const show = (value: string) => {
    latest.current = value;
    setTyped(value);
  };
  // A different text in the URL was navigated to. `text` is not compared, because the route of a render can
  // be older than the last key.
  useEffect(() => {
    const { q } = listQueryOf(routeNow().query);
    if (q !== latest.current.trim()) show(q);
  }, [text]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event) || event.key !== 'ArrowDown') return;
    event.preventDefault();
    onDown();
  };
  return (
    <div class="search-field" role="search">
      <Icon svg={SearchIcon} />
      <input
        ref={input}
        type="search"
        aria-label="Search conversations"
        aria-keyshortcuts="Control+K Meta+K"
        placeholder="Words, a name, an e-mail address or a phone number"
        maxLength={MAX_QUERY}
        autocomplete="off"
        spellcheck={false}
        value={typed}
        onInput={({ currentTarget }) => {
          show(currentTarget.value);
          onType(currentTarget.value.trim());
        }}
        onKeyDown={onKeyDown}
      />
      <KeyCap name="Ctrl K" />
    </div>
  );
}
