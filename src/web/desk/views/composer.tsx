import { SendHorizontal, Slash, Sparkles } from 'lucide-static';
import { useEffect, useId, useLayoutEffect, useState } from 'preact/hooks';
import { codePointLength, MAX_MESSAGE_LENGTH } from '../../../domain/text.ts';
import { Choice } from '../../ui/choice.tsx';
import { plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import type { Desk } from '../state/desk.ts';
import type { Conversation } from '../state/state.ts';
import { matching, searchIn } from '../model/canned.ts';
import type { Writing } from '../use-writing.ts';
import { CannedMenu, optionId } from './canned-menu.tsx';

interface ComposerProps {
  desk: Desk;
  sessionId: string;
  conversation: Conversation;
  /** Whether this agent may reply; notes are always allowed. */
  mayReply: boolean;
  writing: Writing;
  onEditCanned: () => void;
}

/** Auto-size: as high as the text. */
function fit(element: HTMLTextAreaElement | null): void {
  if (!element) return;
  element.style.height = 'auto';
  element.style.height = `${element.scrollHeight}px`;
}

/** The number of remaining characters is shown below this. */
const WARN_BELOW = 400;

/** The composer: replies to the visitor, or notes for colleagues. */
export function Composer({ desk, sessionId, conversation, mayReply, writing, onEditCanned }: ComposerProps) {
  const { mode, begin, text, write, textOf, field } = writing;
  const { canned, cannedProblem } = desk.state.get();
  const listId = useId();
  const [active, setActive] = useState(0);
  const [dismissed, setDismissed] = useState('');
  /** The menu of canned replies was opened beside a draft; the chosen one is appended. */
  const [adding, setAdding] = useState(false);
  const search = mode !== 'reply' ? undefined : adding ? '' : searchIn(text);
  const searching = search !== undefined && (adding || dismissed !== text);
  const found = searching && canned ? matching(canned, search) : undefined;
  const left = MAX_MESSAGE_LENGTH - codePointLength(text.trim());
  // A search text is not sent as a reply while the titles are loading.
  const loading = searching && !canned && cannedProblem === undefined;
  const ready = text.trim() !== '' && left >= 0 && (mode === 'note' || mayReply) && !loading;

  useEffect(() => {
    if (searching && !canned) void desk.assist.loadCanned();
  }, [searching]);
  useEffect(() => setActive(0), [search]);
  useLayoutEffect(() => fit(field.current), [text, mode]);
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    let { clientWidth } = element;
    const resized = new ResizeObserver(() => {
      if (clientWidth === element.clientWidth) return;
      ({ clientWidth } = element);
      fit(element);
    });
    resized.observe(element);
    return () => resized.disconnect();
  }, []);

  const change = (next: string) => {
    write(next);
    setAdding(false);
  };

  const choose = (content: string) => {
    change(adding ? `${text.trimEnd()}\n\n${content}` : content);
    field.current?.focus();
  };

  const dismiss = () => {
    setDismissed(text);
    setAdding(false);
  };

  const toggleCanned = () => {
    if (text === '') write('/');
    else if (text === '/') write('');
    else setAdding(!adding);
    field.current?.focus();
  };

  const submit = () => {
    if (!ready) return;
    change('');
    desk.outbox.send(sessionId, text.trim(), mode);
  };

  const pressed = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    if (searching && found && found.length > 0) {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const chosen = found[active];
      if (step !== undefined) setActive((active + step + found.length) % found.length);
      else if ((event.key === 'Enter' || event.key === 'Tab') && chosen) choose(chosen.content);
      else if (event.key === 'Escape') dismiss();
      else return;
      event.preventDefault();
      event.stopPropagation();
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      submit();
    } else if (event.key === 'Escape' && adding) {
      event.stopPropagation();
      dismiss();
    } else if (event.key === 'Escape') {
      // As the help sheet says: from here on single-key shortcuts work again.
      field.current?.blur();
    }
  };

  return (
    <form
      class={`composer ${mode}`}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {searching && (
        <CannedMenu
          id={listId}
          replies={found}
          problem={cannedProblem}
          active={active}
          onChoose={({ content }) => choose(content)}
          onEdit={onEditCanned}
        />
      )}
      <textarea
        ref={field}
        rows={1}
        value={text}
        dir="auto"
        aria-label={mode === 'reply' ? 'Reply to the visitor' : 'Private note'}
        placeholder={mode === 'reply' ? 'Reply to the visitor' : 'Write a private note'}
        aria-autocomplete="list"
        aria-controls={found ? listId : undefined}
        aria-activedescendant={found && found.length > 0 ? optionId(listId, active) : undefined}
        onInput={({ currentTarget }) => {
          change(currentTarget.value);
          if (mode === 'reply' && currentTarget.value.trim() !== '') desk.conversations.typing(sessionId);
        }}
        onKeyDown={pressed}
      />
      <div class="composer-bar">
        {(mayReply || mode === 'reply' || textOf('reply') !== '') && (
          <Choice
            label="What you write"
            options={[
              ['reply', 'Reply'],
              ['note', 'Note'],
            ]}
            value={mode}
            onChoose={begin}
          />
        )}
        {mode === 'reply' && (
          <>
            <button
              type="button"
              class="icon-button"
              aria-label="Canned replies"
              title="Canned replies (/)"
              onClick={toggleCanned}
            >
              <Icon svg={Slash} size={16} />
            </button>
            <button
              type="button"
              class="icon-button"
              aria-label="Suggest a reply"
              title="Suggest a reply (S)"
              disabled={conversation.suggestion?.running}
              onClick={() => void desk.assist.suggest(sessionId)}
            >
              <Icon svg={Sparkles} size={16} />
            </button>
          </>
        )}
        {left < WARN_BELOW && (
          <span class={left < 0 ? 'left bad' : 'left'} role="status">
            {left < 0 ? `${plural(-left, 'character')} too many` : `${plural(left, 'character')} left`}
          </span>
        )}
        <button type="submit" class="button primary" disabled={!ready}>
          {mode === 'reply' ? (
            <>
              Send <Icon svg={SendHorizontal} size={16} />
            </>
          ) : (
            'Add note'
          )}
        </button>
      </div>
    </form>
  );
}
