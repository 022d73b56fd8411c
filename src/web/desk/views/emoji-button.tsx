import { Smile } from 'lucide-static';
import { useRef, useState } from 'preact/hooks';
import { IconButton } from '../../ui/button.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import type { Desk } from '../state/desk.ts';
import type { Writing } from '../use-writing.ts';
import type { EmojiListProps } from './emoji-list.tsx';
import type { EmojiPickerProps } from './emoji-picker.tsx';

const { Component: EmojiPicker } = lazyComponent<EmojiPickerProps>(
  async () => (await import('./on-demand.ts')).EmojiPicker,
);

const { Component: EmojiList } = lazyComponent<EmojiListProps>(
  async () => (await import('./on-demand.ts')).EmojiList,
);

/** The emoji for the shortcode that is being typed; their code is loaded with the first colon. */
export const EmojiSuggestions = ({ isOff, ...props }: EmojiListProps & { isOff: boolean }) =>
  isOff || !props.writing.text.includes(':') ? null : <EmojiList {...props} />;

/** Opens the picker of emoji. */
export function EmojiButton({ desk, writing }: { desk: Desk; writing: Writing }) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <IconButton
        ref={button}
        label="Emoji"
        title="Emoji (:)"
        icon={Smile}
        size={16}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && <EmojiPicker {...{ desk, writing, button }} onClose={() => setOpen(false)} />}
    </>
  );
}
