import { MessagesSquare } from 'lucide-static';
import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import type { ListedSession } from '../../../domain/records/session.ts';
import { LIST_HREF } from '../router.ts';
import type { Desk } from '../state/desk.ts';
import { conversationOf, type DeskState, isHandling, isClosing, readingLanguage } from '../state/state.ts';
import type { Mode } from '../state/agent-storage.ts';
import { useWriting } from '../use-writing.ts';
import { Composer } from './composer.tsx';
import { Messages } from './messages.tsx';
import { OthersHere } from './others-here.tsx';
import { Suggestion } from './suggestion.tsx';
import { ThreadHead } from './thread-head.tsx';
import type { ThreadTranslationProps } from './thread-translation.tsx';
import { KeyCap } from '../../ui/key-cap.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { useStable } from '../../ui/memo.ts';
import { Empty, ErrorNotice } from '../../ui/notice.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { useInputCount } from '../../ui/use-input-count.ts';
import { Button } from '../../ui/button.tsx';

const { Component: ThreadTranslation } = lazyComponent<ThreadTranslationProps>(
  async () => (await import('./on-demand.ts')).ThreadTranslation,
);

/** Commands of shortcuts for the open conversation. */
export interface ThreadHandle {
  claim(): Promise<void>;
  /**
   * Call this after the conversation was claimed as the next one. Switches to reply mode, unless a note is
   * unfinished.
   */
  claimed(): void;
  reply(): void;
  note(): void;
}

export interface ThreadProps {
  desk: Desk;
  state: DeskState;
  sessionId: string;
  /** The message to scroll to. */
  wantedSeq: number | undefined;
  handle: RefObject<ThreadHandle | null>;
  showsAbout: boolean;
  onAbout: () => void;
  onTransfer: () => void;
  onSnooze: () => void;
  onEditCanned: () => void;
}

/** A conversation with its history, actions and composer. */
export function Thread(props: ThreadProps) {
  const { desk, state, sessionId, wantedSeq, handle, showsAbout, onAbout, onEditCanned } = props;
  const { onTransfer, onSnooze } = props;
  const { actions, assist, conversations } = desk;
  const row = state.rows.get(sessionId);
  const mine = row && isHandling(state, row);
  const closing = isClosing(state, sessionId);
  const conversation = conversationOf(state, sessionId);
  const { notice, problem, suggestion } = conversation;
  const acting = conversation.acting !== undefined;
  const language = readingLanguage(state);
  const writing = useWriting(desk, sessionId, mine);
  const inputCount = useInputCount();

  const claim = async () => {
    const before = inputCount();
    const claimed = await actions.claim(sessionId);
    const unfinishedNote = state.drafts.note.has(sessionId);
    if (claimed && inputCount() === before && !unfinishedNote) writing.begin('reply');
  };
  const onEdit = useStable((content: string, mode: Mode) =>
    writing.redraft(mode, joinTexts('\n', content, writing.textOf(mode))),
  );
  useLayoutEffect(() => {
    handle.current = {
      claim,
      claimed: () => !state.drafts.note.has(sessionId) && writing.begin('reply'),
      reply: () => (mine === true || writing.textOf('reply') !== '') && writing.begin('reply'),
      note: () => writing.begin('note'),
    };
    return () => {
      handle.current = null;
    };
  });

  if (problem?.code === 'session-not-found') return <DeletedNotice />;
  return (
    <>
      <ThreadHead
        {...{ desk, sessionId, row, closing, acting, showsAbout, onAbout, onTransfer, onSnooze }}
        tags={state.tags}
        mine={mine === true}
      />
      {notice && (
        <p class={`line ${notice.tone}`} role="status">
          <span>
            <UntrustedText text={notice.sentence} />
          </span>
          {notice.retry && (
            <Button class="link" onClick={notice.retry}>
              Try again
            </Button>
          )}
          <Button class="link" onClick={() => actions.dismiss(sessionId)}>
            Dismiss
          </Button>
        </p>
      )}
      <ErrorNotice
        isStrip
        sentence={problem?.message ?? conversation.aboutProblem}
        onRetry={() => void conversations.fetch(sessionId)}
      />
      {language !== undefined && <ThreadTranslation {...{ desk, sessionId, conversation, language }} />}
      <Messages {...{ desk, sessionId, wantedSeq, conversation, language, onEdit }} />
      <OthersHere {...{ state, sessionId }} />
      {suggestion && mine && (
        <Suggestion
          suggestion={suggestion}
          onUse={(text) => {
            writing.redraft('reply', joinTexts('\n\n', writing.textOf('reply').trimEnd(), text));
            assist.dismissSuggestion(sessionId);
          }}
          onRetry={() => void assist.suggest(sessionId)}
          onDismiss={() => assist.dismissSuggestion(sessionId)}
        />
      )}
      {row && !mine && (
        <Offer
          row={row}
          closing={closing}
          acting={acting}
          keepsDraft={writing.mode === 'reply' && writing.text !== ''}
          onClaim={() => void claim()}
        />
      )}
      {row ? (
        <Composer {...{ desk, sessionId, conversation, writing, onEditCanned }} mayReply={mine === true} />
      ) : (
        <div class="composer shape" />
      )}
    </>
  );
}

const joinTexts = (gap: string, ...texts: string[]): string => texts.filter(Boolean).join(gap);

function DeletedNotice() {
  return (
    <div class="centred">
      <Empty icon={MessagesSquare} title="Conversation deleted">
        <p>
          An admin deleted this conversation. <a href={LIST_HREF}>Back to the list</a>
        </p>
      </Empty>
    </div>
  );
}

interface OfferProps {
  row: ListedSession;
  /** Whether this agent has a pending close of the conversation. */
  closing: boolean;
  /** Whether an action is in progress. */
  acting: boolean;
  /** Whether the agent has an unsent reply. */
  keepsDraft: boolean;
  onClaim: () => void;
}

/** Explains why this agent cannot reply, with the available actions. */
function Offer({ row, closing, acting, keepsDraft, onClaim }: OfferProps) {
  const { status, claimedByName } = row;
  const kept = keepsDraft && ' Your draft is saved.';
  if (status === 'closed' || closing) return <p class="offer">This conversation is closed.{kept}</p>;
  if (status === 'claimed') {
    return (
      <p class="offer">
        <span>
          <UntrustedText text={claimedByName ?? 'A colleague'} /> has this conversation.{kept}
        </span>
      </p>
    );
  }
  return (
    <p class="offer">
      <span>
        {status === 'open' ? 'The assistant is answering.' : 'The visitor is waiting for a person.'} Claim the
        conversation to reply.{kept}
      </span>
      <Button class="button primary" aria-keyshortcuts="c" disabled={acting} onClick={onClaim}>
        Claim <KeyCap name="C" />
      </Button>
    </p>
  );
}
