import { CircleCheck, CircleX, MessageCircleReply } from 'lucide-static';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../../ui/icon.tsx';
import type { Desk } from '../state/desk.ts';
import type { Closing, Conversation, DeskState } from '../state/state.ts';
import { conversationHref } from '../router.ts';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { undoClose } from './close-and-go-on.ts';
import { VisitorName } from './visitor-name.tsx';
import { Button } from '../../ui/button.tsx';

/**
 * Pending closes with undo, failed closes, and failures in conversations that are not open. An overlay, so
 * that the layout does not change.
 */
export function Toasts({ desk, state }: { desk: Desk; state: DeskState }) {
  const shown = [...state.closings].filter(([, { phase }]) => phase !== 'sending');
  const failed = [...state.conversations].filter(([id]) => id !== state.openId && !state.closings.has(id));
  const holder = useRef<HTMLDivElement>(null);
  // A removed notice loses pointer and focus without an event.
  useLayoutEffect(() => {
    if (holder.current?.matches(':hover, :focus-within') !== true) desk.closings.hold(false);
  }, [state.closings]);
  return (
    <div
      ref={holder}
      class="toasts"
      role="status"
      onPointerEnter={() => desk.closings.hold(true)}
      onPointerLeave={() => desk.closings.hold(false)}
      onFocusIn={() => desk.closings.hold(true)}
      onFocusOut={() => desk.closings.hold(false)}
    >
      {shown.map(([sessionId, closing]) => (
        <Toast key={sessionId} {...{ desk, state, sessionId, closing }} />
      ))}
      {failed.map(([sessionId, conversation]) => (
        <FailedElsewhere key={sessionId} {...{ desk, state, sessionId, conversation }} />
      ))}
    </div>
  );
}

interface ToastProps {
  desk: Desk;
  state: DeskState;
  sessionId: string;
  closing: Closing;
}

function Toast({ desk, state, sessionId, closing }: ToastProps) {
  const name = <VisitorName session={state.rows.get(sessionId) ?? { sessionId }} />;
  if (closing.phase !== 'stopped') {
    return (
      <p class="toast">
        <Icon svg={CircleCheck} size={16} />
        <span>
          <b>{name}</b> closed
        </span>
        <Button class="link" aria-keyshortcuts="z" onClick={() => undoClose(desk, sessionId)}>
          Undo
        </Button>
      </p>
    );
  }
  return (
    <p class={closing.isFailure ? 'toast bad' : 'toast'}>
      <Icon svg={closing.isFailure ? CircleX : MessageCircleReply} size={16} />
      <span>
        <b>{name}</b>: {closing.sentence}
      </span>
      {closing.canRetry ? (
        <Button class="link" onClick={() => desk.closings.retry(sessionId)}>
          Try again
        </Button>
      ) : (
        <a class="link" href={conversationHref(sessionId)} onClick={() => desk.closings.dismiss(sessionId)}>
          Open
        </a>
      )}
      <Button class="link" onClick={() => desk.closings.dismiss(sessionId)}>
        Dismiss
      </Button>
    </p>
  );
}

interface FailedProps extends Omit<ToastProps, 'closing'> {
  conversation: Conversation;
}

/** An action that failed after the agent left the conversation. */
function FailedElsewhere({ desk, state, sessionId, conversation }: FailedProps) {
  const { notice } = conversation;
  if (notice?.tone !== 'bad') return null;
  return (
    <p class="toast bad">
      <Icon svg={CircleX} size={16} />
      <span>
        <b>
          <VisitorName session={state.rows.get(sessionId) ?? { sessionId }} />
        </b>
        : <UntrustedText text={notice.sentence} />
      </span>
      {notice.retry ? (
        <Button class="link" onClick={notice.retry}>
          Try again
        </Button>
      ) : (
        <a class="link" href={conversationHref(sessionId)}>
          Open
        </a>
      )}
      <Button class="link" onClick={() => desk.actions.dismiss(sessionId)}>
        Dismiss
      </Button>
    </p>
  );
}
