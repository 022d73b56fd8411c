import { FlaskConical, SendHorizontal } from 'lucide-static';
import { useEffect, useRef, useState } from 'preact/hooks';
import { isComposing } from '../../../../../widget/input-method.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Bar } from '../../../ui/skeleton.tsx';
import { MessageEntry } from '../../../ui/message-entry.tsx';
import { UntrustedText } from '../../../ui/untrusted-text.tsx';
import type { AssistantDraft } from './assistant-edit.ts';
import type { MessageShown } from '../../../ui/timeline.ts';
import { AnswerDialog } from '../../questions/new-answer.tsx';
import { useKeepTest } from './tests/use-keep-test.tsx';
import { useTryOut } from './use-try-out.ts';
import { ErrorNotice } from '../../../ui/notice.tsx';
import { Button } from '../../../ui/button.tsx';

interface TryOutProps {
  draft: AssistantDraft;
  /** The assistant whose uploaded documents are used; undefined for a new one. */
  id: string | undefined;
  /** Shown before the first question. */
  hint: string;
}

/** A test conversation with an assistant draft. Nothing is stored. */
export function TryOut({ draft, id, hint }: TryOutProps) {
  const { turns, asking, problem, ask, again, startOver } = useTryOut(draft, id);
  const [typed, setTyped] = useState('');
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const log = end.current;
    if (log) log.scrollTop = log.scrollHeight;
  }, [turns, asking]);

  const submit = () => {
    if (typed.trim() === '' || asking) return;
    setTyped('');
    void ask(typed.trim());
  };
  return (
    <aside class="card try-out beside" aria-labelledby="try-out">
      <header>
        <h2 id="try-out">Preview</h2>
        {turns.length > 0 && (
          <Button class="link" onClick={startOver}>
            Start over
          </Button>
        )}
      </header>
      <div ref={end} class="tried" role="log" aria-label="Test conversation" tabIndex={0}>
        {draft.greeting !== '' && (
          <p class="greeting">
            <UntrustedText text={draft.greeting} />
          </p>
        )}
        {turns.length === 0 && (
          <div class="empty">
            <Icon svg={FlaskConical} size={24} />
            <p>Ask a visitor’s question. {hint}</p>
          </div>
        )}
        <TriedTurns {...{ turns, asking, id }} corrects />
      </div>
      <ErrorNotice sentence={problem}>
        <Button class="link" onClick={again}>
          Try again
        </Button>
      </ErrorNotice>
      <form
        class="composer"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <textarea
          aria-label="Question"
          placeholder="A visitor’s question"
          rows={2}
          maxLength={4000}
          value={typed}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return;
            event.preventDefault();
            if (!event.repeat) submit();
          }}
        />
        <Button submit class="button primary" disabled={asking || typed.trim() === ''}>
          <Icon svg={SendHorizontal} size={16} /> Ask
        </Button>
      </form>
    </aside>
  );
}

interface TriedTurnsProps extends Pick<ReturnType<typeof useTryOut>, 'turns' | 'asking'> {
  /** The assistant to whose tests an answer can be added; undefined for a new one. */
  id: string | undefined;
  /** Whether an answer can be corrected. Default: false. */
  corrects?: boolean;
}

/** The messages of a test conversation, with a placeholder for the pending answer. */
export function TriedTurns({ turns, asking, id, corrects = false }: TriedTurnsProps) {
  const [corrected, setCorrected] = useState<MessageShown>();
  const { onKeep, dialog } = useKeepTest(
    turns.map(({ message }) => message),
    id,
  );
  return (
    <>
      <ol class="thread" aria-busy={asking}>
        {turns.map(({ message }) => (
          <MessageEntry
            key={message.id}
            message={message}
            onKeep={id === undefined ? undefined : onKeep}
            onCorrect={id === undefined || !corrects ? undefined : setCorrected}
          />
        ))}
        {asking && (
          <li class="entry assistant" aria-hidden="true">
            <div class="bubble">
              <Bar width={12} />
            </div>
          </li>
        )}
      </ol>
      {dialog}
      {corrected && (
        <AnswerDialog.Component
          assistantId={id}
          corrected={{
            question: turns.find(({ message }) => message.id === corrected.replyTo)?.message.content ?? '',
            answer: turns.find(({ message }) => message === corrected)?.passage ?? corrected.content,
          }}
          onClose={() => setCorrected(undefined)}
        />
      )}
    </>
  );
}
