import { MessagesSquare } from 'lucide-static';
import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import type { ListedSession } from '../../../conversations/records/public-session.ts';
import { LIST_HREF } from '../router.ts';
import type { Desk } from '../state/desk.ts';
import {
  type Conversation,
  conversationOf,
  type DeskState,
  isHandling,
  isClosing,
  paneProblem,
  readingLanguage,
  reopensByReply,
} from '../state/state.ts';
import type { Mode } from '../state/agent-storage.ts';
import { useWriting } from '../composer/use-writing.ts';
import { Composer } from '../composer/composer.tsx';
import { Messages } from './messages.tsx';
import { OthersHere } from './others-here.tsx';
import type { SuggestionProps } from './suggestion.tsx';
import { ThreadHead } from './thread-head.tsx';
import type { ThreadTranslationProps } from './thread-translation.tsx';
import { TranslationOffer, type PreferencesProps } from './translation-offer.tsx';
import { KeyCap, Button } from '../../ui/button.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { useStable } from '../../ui/memo.ts';
import { Empty, ErrorNotice } from '../../ui/notice.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { useInputCount } from '../../ui/use-input-count.ts';

const { Component: ThreadTranslation } = lazyComponent<ThreadTranslationProps>(
  async () => (await import('../app/on-demand.ts')).ThreadTranslation,
);

const { Component: Suggestion } = lazyComponent<SuggestionProps>(
  async () => (await import('../app/on-demand.ts')).Suggestion,
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

export interface ThreadProps extends PreferencesProps {
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

/** Whether the agent may reply; undefined while the row is loading. */
function accessTo(state: DeskState, sessionId: string) {
  const row = state.rows.get(sessionId);
  const mine = row && isHandling(state, row);
  const closing = isClosing(state, sessionId);
  const reopens = row !== undefined && reopensByReply(state, row);
  return { row, mine, closing, reopens, mayWrite: row && (mine === true || reopens) };
}

/** A conversation with its history, actions and composer. */
export function Thread(props: ThreadProps) {
  const { desk, state, sessionId, wantedSeq, handle, showsAbout, onAbout, onEditCanned } = props;
  const { onTransfer, onSnooze, preferences, onPreferences } = props;
  const { actions, assist, conversations } = desk;
  const { row, mine, closing, reopens, mayWrite } = accessTo(state, sessionId);
  const conversation = conversationOf(state, sessionId);
  const { notice, problem, suggestion } = conversation;
  const acting = conversation.acting !== undefined;
  const language = readingLanguage(state);
  const writing = useWriting(desk, sessionId, mayWrite);
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
      reply: () => (mayWrite === true || writing.textOf('reply') !== '') && writing.begin('reply'),
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
        sentence={paneProblem(state, problem?.message ?? conversation.aboutProblem, conversation.loaded)}
        onRetry={() => void conversations.fetch(sessionId)}
      />
      <Translation {...{ desk, sessionId, conversation, language, preferences, onPreferences }} />
      <Messages
        {...{ desk, sessionId, wantedSeq, conversation, language, onEdit }}
        visitorName={nameIn(state, sessionId)}
      />
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
          isTold={notice?.tone === 'info'}
          onClaim={() => void claim()}
        />
      )}
      {row ? (
        <Composer
          {...{ desk, sessionId, conversation, reopens, writing, onEditCanned }}
          mayReply={mine === true}
        />
      ) : (
        <div class="composer shape" />
      )}
    </>
  );
}

interface TranslationProps extends PreferencesProps {
  desk: Desk;
  sessionId: string;
  conversation: Conversation;
  /** The target language; undefined if translation is off. */
  language: string | undefined;
}

/** The progress of the translation, or the offer to translate. */
function Translation({ language, preferences, onPreferences, ...shown }: TranslationProps) {
  if (language !== undefined) return <ThreadTranslation {...shown} language={language} />;
  if (!shown.desk.state.get().translates) return null;
  return <TranslationOffer locale={shown.conversation.about.locale} {...{ preferences, onPreferences }} />;
}

const nameIn = ({ rows }: DeskState, sessionId: string) => rows.get(sessionId)?.visitorName;
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
  /** Whether a notice says who has claimed it. */
  isTold: boolean;
  onClaim: () => void;
}

/** Explains why this agent cannot reply, with the available actions. */
function Offer({ row, closing, acting, keepsDraft, isTold, onClaim }: OfferProps) {
  const { status, claimedByName } = row;
  const kept = keepsDraft && ' Your draft is saved.';
  if (closing) return <p class="offer">This conversation is closed.{kept}</p>;
  if (status === 'closed') return <p class="offer">This conversation is closed. A reply reopens it.</p>;
  if (status === 'claimed') {
    if (isTold) return kept && <p class="offer">{kept.trim()}</p>;
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
