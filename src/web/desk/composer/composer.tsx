import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Original } from '../../../conversations/records/message.ts';
import { codePointLength } from '../../../lib/text.ts';
import { MAX_MESSAGE_LENGTH } from '../../../conversations/rules/session-messages.ts';
import { isComposing } from '../../../../widget/input-method.ts';
import type { Desk } from '../state/desk.ts';
import type { Mode } from '../state/agent-storage.ts';
import { readingLanguage } from '../state/state.ts';
import { replyRoute, routeFacts, type RouteFacts } from '../model/reply-route.ts';
import type { OutgoingOptions } from '../state/outbox.ts';
import { useCannedSearch } from './use-canned-search.ts';
import type { Writing } from './use-writing.ts';
import { FilesToSend, useFilesToSend, type WritingProps } from './attach.tsx';
import { CannedMenu } from './canned-menu.tsx';
import { ComposerBar, gapsIn } from './composer-bar.tsx';
import { optionId } from './option-list.tsx';
import { ReplyRouteLine } from './reply-route.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import type { NoteMentionsHandle, NoteMentionsProps } from './note-mentions.tsx';
import type { ReplyTranslationProps } from './reply-translation.tsx';

const { Component: NoteMentions } = lazyComponent<NoteMentionsProps>(
  async () => (await import('../app/on-demand.ts')).NoteMentions,
);
const { Component: ReplyTranslation } = lazyComponent<ReplyTranslationProps>(
  async () => (await import('../app/on-demand.ts')).ReplyTranslation,
);

interface ComposerProps extends WritingProps {
  onEditCanned: () => void;
}

/** Auto-size for browsers without `field-sizing`: the field is as high as its text. */
function fit(element: HTMLTextAreaElement | null): void {
  if (!element || CSS.supports('field-sizing', 'content')) return;
  element.style.height = 'auto';
  element.style.height = `${element.scrollHeight}px`;
}

function useAutoSize({ field, text, mode }: Writing): void {
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
}

/** Whether there is something to send, and all of it can be sent. */
function isSendable(
  { mayReply, reopens, writing }: WritingProps,
  left: number,
  { hasReady, areUploading }: ReturnType<typeof useFilesToSend>,
): boolean {
  const { mode, text } = writing;
  const isSomething = (text.trim() !== '' || hasReady) && gapsIn(writing).length === 0;
  return isSomething && left >= 0 && !areUploading && (mode === 'note' || mayReply || reopens);
}

/** ARIA attributes that connect a field with its open list and the selected option. */
const listOf = (id: string, option: string | undefined) => ({
  'aria-autocomplete': 'list' as const,
  'aria-controls': option === undefined ? undefined : id,
  'aria-activedescendant': option,
});

const isByEmail = (mode: Mode, route: RouteFacts): boolean =>
  mode === 'reply' && replyRoute(route, Date.now())?.byEmail === true;

/** Asks for a suggestion; undefined without a model. */
const suggestIn = (desk: Desk, sessionId: string) =>
  desk.state.get().drafting && (() => void desk.assist.suggest(sessionId));

/** The composer: replies to the visitor, with what will happen to them, or notes for colleagues. */
export function Composer(props: ComposerProps) {
  const { conversation, mayReply, reopens, writing } = props;
  const route = routeFacts(conversation);
  return (
    <>
      {(mayReply || reopens) && writing.mode === 'reply' && <ReplyRouteLine facts={route} />}
      <ComposerForm {...props} route={route} />
    </>
  );
}

function ComposerForm(props: ComposerProps & { route: RouteFacts }) {
  const { desk, sessionId, conversation, mayReply, reopens, writing, onEditCanned, route } = props;
  const { mode, text, field } = writing;
  const listId = useId();
  const canned = useCannedSearch(desk, sessionId, writing);
  const mentions = useRef<NoteMentionsHandle>(null);
  const [option, setOption] = useState<string>();
  const language = readingLanguage(desk.state.get());
  /** The reply that is shown in the visitor's language before it is sent. */
  const [translating, setTranslating] = useState<Original>();
  const { isOpen, found, active, choose, change } = canned;
  const files = useFilesToSend(props);
  const left = MAX_MESSAGE_LENGTH - codePointLength(text.trim());
  const ready = isSendable(props, left, files) && !canned.isSearch && !translating;
  useAutoSize(writing);

  const submit = () => {
    if (!ready) return;
    const content = text.trim();
    if (mode === 'note') {
      const oids = mentions.current?.mentioned() ?? [];
      send(content, oids.length > 0 ? { mentions: oids } : {});
    } else if (language !== undefined && content !== '') {
      setTranslating({ content, language });
    } else send(content);
  };
  const send = (content: string, also: OutgoingOptions = {}) => {
    const byEmail = isByEmail(mode, route);
    setTranslating(undefined);
    change('');
    desk.outbox.send(sessionId, content, mode, { ...also, ...(byEmail && { byEmail }) });
    field.current?.focus();
  };

  const pressed = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    // Key repeat of Enter: the press that chose an option must not also send.
    if (event.repeat && event.key === 'Enter' && !event.shiftKey) event.preventDefault();
    else if (canned.press(event) || mentions.current?.press(event)) {
      event.preventDefault();
      event.stopPropagation();
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      submit();
    } else if (event.key === 'Escape' && translating) {
      event.stopPropagation();
      setTranslating(undefined);
    } else if (event.key === 'Escape') {
      // Single-key shortcuts work again once the field has lost the focus.
      field.current?.blur();
    }
  };

  return (
    <form
      class={`composer ${mode}${files.dropHint === undefined ? '' : ' dropping'}`}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {isOpen && (
        <CannedMenu
          id={listId}
          replies={found}
          problem={canned.problem}
          active={active}
          isSearch={canned.isSearch}
          onChoose={choose}
          onEdit={onEditCanned}
          onRetry={canned.retry}
        />
      )}
      {mode === 'note' && (
        <NoteMentions {...{ desk, writing }} id={listId} handle={mentions} onActive={setOption} />
      )}
      {translating && (
        <ReplyTranslation
          desk={desk}
          sessionId={sessionId}
          original={translating}
          onSend={(content, original) => send(content, original && { original })}
          onClose={() => {
            setTranslating(undefined);
            field.current?.focus();
          }}
        />
      )}
      {files.dropHint !== undefined && <p class="drop-hint">{files.dropHint}</p>}
      <FilesToSend {...files} />
      <textarea
        ref={field}
        rows={1}
        value={text}
        dir="auto"
        aria-label={mode === 'reply' ? 'Reply to the visitor' : 'Private note'}
        placeholder={mode === 'reply' ? 'Reply to the visitor' : 'Write a private note'}
        {...listOf(listId, found && found.length > 0 ? optionId(listId, active) : option)}
        readOnly={translating !== undefined}
        onInput={({ currentTarget }) => {
          mentions.current?.follow(currentTarget);
          change(currentTarget.value);
          if (mode === 'note' || currentTarget.value.trim() === '') return;
          desk.conversations.typing(sessionId);
          desk.presence.writing(sessionId);
        }}
        onKeyDown={pressed}
        {...files.onField}
      />
      <ComposerBar
        {...{ mayReply, reopens, writing, left, ready }}
        uploading={files.areUploading}
        onFiles={files.add}
        suggesting={conversation.suggestion?.running ?? false}
        onSuggest={suggestIn(desk, sessionId)}
        onCanned={canned.toggle}
      />
    </form>
  );
}
