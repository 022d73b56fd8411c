import { MessagesSquare } from 'lucide-static';
import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { Empty } from '../../ui/notice.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import type { Desk } from '../state/desk.ts';
import { conversationOf, hasInHand, isClosing, type DeskState } from '../state/state.ts';
import { LIST_HREF } from '../router.ts';
import { useInputCount } from '../../ui/use-input-count.ts';
import { useWriting } from '../use-writing.ts';
import { Composer } from './composer.tsx';
import { Messages } from './messages.tsx';
import { Offer } from './offer.tsx';
import { Suggestion } from './suggestion.tsx';
import { ThreadHead } from './thread-head.tsx';

/** The commands that shortcuts use on the open conversation. */
export interface ThreadHandle {
  claim(): Promise<void>;
  reply(): void;
  note(): void;
}

interface ThreadProps {
  desk: Desk;
  state: DeskState;
  sessionId: string;
  handle: RefObject<ThreadHandle | null>;
  showsAbout: boolean;
  onAbout: () => void;
  onTransfer: () => void;
  onEditCanned: () => void;
}

/** One conversation: its history, actions, and composer. */
export function Thread(props: ThreadProps) {
  const { desk, state, sessionId, handle, showsAbout, onAbout, onTransfer, onEditCanned } = props;
  const { actions, assist, conversations } = desk;
  const row = state.rows.get(sessionId);
  const mine = row && hasInHand(state, row);
  const closing = isClosing(state, sessionId);
  const conversation = conversationOf(state, sessionId);
  const { notice, problem, suggestion, loaded } = conversation;
  const acting = conversation.acting !== undefined;
  const writing = useWriting(desk, sessionId, mine);
  const inputCount = useInputCount();

  const claim = async () => {
    const before = inputCount();
    const claimed = await actions.claim(sessionId);
    const unfinishedNote = state.drafts.note.has(sessionId);
    if (claimed && inputCount() === before && !unfinishedNote) writing.begin('reply');
  };
  useLayoutEffect(() => {
    handle.current = {
      claim,
      reply: () => (mine === true || writing.textOf('reply') !== '') && writing.begin('reply'),
      note: () => writing.begin('note'),
    };
    return () => {
      handle.current = null;
    };
  });

  if (problem?.code === 'session-not-found') return <Gone />;
  return (
    <>
      <ThreadHead
        {...{ desk, sessionId, row, closing, acting, showsAbout, onAbout, onTransfer }}
        mine={mine === true}
      />
      {notice && (
        <p class={`line ${notice.tone}`} role="status">
          <span>
            <UntrustedText text={notice.sentence} />
          </span>
          <button type="button" class="link" onClick={() => actions.dismiss(sessionId)}>
            Dismiss
          </button>
        </p>
      )}
      {problem && !loaded && (
        <p class="line bad" role="alert">
          <span>{problem.message}</span>
          <button type="button" class="link" onClick={() => void conversations.fetchMissing(sessionId)}>
            Try again
          </button>
        </p>
      )}
      <Messages
        desk={desk}
        sessionId={sessionId}
        conversation={conversation}
        onEdit={(content, mode) => writing.redraft(mode, joined('\n', content, writing.textOf(mode)))}
      />
      {suggestion && mine && (
        <Suggestion
          suggestion={suggestion}
          onUse={(text) => {
            writing.redraft('reply', joined('\n\n', writing.textOf('reply').trimEnd(), text));
            assist.dismissSuggestion(sessionId);
          }}
          onDismiss={() => assist.dismissSuggestion(sessionId)}
        />
      )}
      {row && !mine && (
        <Offer
          row={row}
          isClosing={closing}
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

const joined = (gap: string, ...texts: string[]): string => texts.filter(Boolean).join(gap);

function Gone() {
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
