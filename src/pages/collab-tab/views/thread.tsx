import {
  ArrowLeft,
  ArrowRightLeft,
  CircleCheck,
  Ellipsis,
  MessagesSquare,
  PanelRight,
  Undo2,
} from 'lucide-static';
import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ListedSession } from '../../../domain/session.ts';
import { formatDuration, secondsSince } from '../../dashboard/format.ts';
import { Icon } from '../../dashboard/parts/icon.tsx';
import { Empty } from '../../dashboard/parts/notice.tsx';
import { STATUS_NAMES } from '../../dashboard/parts/status.tsx';
import { Stranger } from '../../dashboard/parts/stranger.tsx';
import type { Desk } from '../desk/desk.ts';
import { conversationOf, type Conversation, type DeskState } from '../desk/state.ts';
import { isMine, isWaiting } from '../model/rows.ts';
import { visitorName } from '../model/visitor-name.ts';
import { LIST_HREF } from '../place.ts';
import { useNow } from '../use-now.ts';
import { Composer, type Mode } from './composer.tsx';
import { Menu } from './menu.tsx';
import { Messages } from './messages.tsx';
import { Suggestion } from './suggestion.tsx';

/** What the keyboard may ask of the conversation that is open. */
export interface ThreadHandle {
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

/** One conversation: its history, what can be done with it, and where the agent writes. */
export function Thread(props: ThreadProps) {
  const { desk, state, sessionId, handle, onEditCanned } = props;
  const row = state.rows.get(sessionId);
  const conversation = conversationOf(state, sessionId);
  const mine = row !== undefined && isMine(row, state.me.oid);
  const [chosen, setMode] = useState<Mode>('reply');
  const mode = mine ? chosen : 'note';
  const [text, setText] = useState(() => desk.kept.drafts().get(sessionId) ?? '');
  const [note, setNote] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);

  const keep = (draft: string) => {
    setText(draft);
    desk.kept.keepDraft(sessionId, draft);
  };
  const write = (draft: string) => {
    setMode('reply');
    keep(draft);
    field.current?.focus();
  };
  useEffect(() => {
    const focusOn = (next: Mode) => {
      setMode(next);
      field.current?.focus();
    };
    handle.current = { reply: () => focusOn('reply'), note: () => focusOn('note') };
    return () => {
      handle.current = null;
    };
  }, []);

  if (conversation.problem?.code === 'session-not-found') return <Gone />;
  const { notice, problem, suggestion } = conversation;
  return (
    <>
      <Head {...props} row={row} mine={mine} conversation={conversation} />
      {notice && (
        <p class={`line ${notice.tone}`} role="status">
          <span>
            <Stranger text={notice.sentence} />
          </span>
          <button type="button" class="link" onClick={() => desk.actions.dismiss(sessionId)}>
            Dismiss
          </button>
        </p>
      )}
      {problem && !conversation.loaded && (
        <p class="line bad" role="alert">
          <span>{problem.message}</span>
          <button type="button" class="link" onClick={() => void desk.conversations.fetchMissing(sessionId)}>
            Try again
          </button>
        </p>
      )}
      <Messages
        desk={desk}
        sessionId={sessionId}
        conversation={conversation}
        onEdit={(content) => write(text === '' ? content : `${content}\n${text}`)}
      />
      {suggestion && mine && (
        <Suggestion
          suggestion={suggestion}
          onUse={(words) => {
            write(text.trim() === '' ? words : `${text.trimEnd()}\n\n${words}`);
            desk.assist.dismissSuggestion(sessionId);
          }}
          onDismiss={() => desk.assist.dismissSuggestion(sessionId)}
        />
      )}
      {row && !mine && <Offer desk={desk} row={row} conversation={conversation} />}
      <Composer
        desk={desk}
        sessionId={sessionId}
        conversation={conversation}
        mayReply={mine}
        mode={mode}
        onMode={(next) => {
          setMode(next);
          field.current?.focus();
        }}
        text={mode === 'reply' ? text : note}
        onText={mode === 'reply' ? keep : setNote}
        field={field}
        onEditCanned={onEditCanned}
      />
    </>
  );
}

interface HeadProps extends ThreadProps {
  row: ListedSession | undefined;
  mine: boolean;
  conversation: Conversation;
}

function Head({ desk, row, sessionId, mine, conversation, showsAbout, onAbout, onTransfer }: HeadProps) {
  const acting = conversation.acting !== undefined;
  return (
    <header class="pane-head">
      <a class="icon-button back" href={LIST_HREF} aria-label="Back to the list">
        <Icon svg={ArrowLeft} />
      </a>
      <div class="pane-title">
        <h1 tabIndex={-1}>{visitorName(sessionId)}</h1>
        {row && <Standing row={row} mine={mine} />}
      </div>
      {mine && (
        <>
          <button
            type="button"
            class="button"
            disabled={acting}
            aria-keyshortcuts="e"
            onClick={() => void desk.actions.close(sessionId)}
          >
            <Icon svg={CircleCheck} size={16} /> Close
          </button>
          <Menu label="More actions" icon={Ellipsis}>
            {(close) => (
              <>
                <button
                  type="button"
                  onClick={() => {
                    close();
                    onTransfer();
                  }}
                >
                  <Icon svg={ArrowRightLeft} size={16} /> Hand to a colleague <kbd>T</kbd>
                </button>
                <button
                  type="button"
                  onClick={() => {
                    close();
                    void desk.actions.release(sessionId);
                  }}
                >
                  <Icon svg={Undo2} size={16} /> Put back in the queue <kbd>U</kbd>
                </button>
              </>
            )}
          </Menu>
        </>
      )}
      <button
        type="button"
        class="icon-button"
        aria-label="About this conversation"
        title="About this conversation"
        aria-pressed={showsAbout}
        onClick={onAbout}
      >
        <Icon svg={PanelRight} />
      </button>
    </header>
  );
}

/** Who has the conversation, and for how long somebody has waited. */
function Standing({ row, mine }: { row: ListedSession; mine: boolean }) {
  const now = useNow(5_000);
  const since = row.humanRequestedAt ?? row.createdAt;
  const name = row.status === 'claimed' ? row.claimedByName : undefined;
  return (
    <p class="standing">
      {isWaiting(row) ? (
        <span class="waited">Waiting for a person for {formatDuration(secondsSince(since, now))}</span>
      ) : mine ? (
        'With you'
      ) : name !== undefined ? (
        <span>
          With <Stranger text={name} />
        </span>
      ) : (
        STATUS_NAMES[row.status]
      )}
      {row.origin !== undefined && (
        <span class="standing-origin">
          <Stranger text={row.origin.replace(/^https?:\/\//, '')} />
        </span>
      )}
    </p>
  );
}

interface OfferProps {
  desk: Desk;
  row: ListedSession;
  conversation: Conversation;
}

/** Why this agent cannot reply here, and what they can do about it. */
function Offer({ desk, row, conversation }: OfferProps) {
  const { sessionId, status, claimedByName } = row;
  if (status === 'closed') return <p class="offer">This conversation is closed.</p>;
  if (status === 'claimed') {
    return (
      <p class="offer">
        <span>
          <Stranger text={claimedByName ?? 'A colleague'} /> has this conversation.
        </span>
      </p>
    );
  }
  return (
    <p class="offer">
      <span>
        {status === 'open' ? 'The assistant is answering.' : 'The visitor waits for a person.'} Claim the
        conversation to reply.
      </span>
      <button
        type="button"
        class="button primary"
        aria-keyshortcuts="c"
        disabled={conversation.acting !== undefined}
        onClick={() => void desk.actions.claim(sessionId)}
      >
        Claim <kbd>C</kbd>
      </button>
    </p>
  );
}

function Gone() {
  return (
    <div class="centred">
      <Empty icon={MessagesSquare} title="This conversation is gone">
        <p>
          It has been deleted. <a href={LIST_HREF}>Back to the list</a>
        </p>
      </Empty>
    </div>
  );
}
