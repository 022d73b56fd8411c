import { CircleCheck, CircleX, MessageCircleReply } from 'lucide-static';
import { Icon } from '../../ui/icon.tsx';
import type { Desk } from '../state/desk.ts';
import type { Closing, DeskState } from '../state/state.ts';
import { conversationHref } from '../router.ts';
import { VisitorName } from './visitor-name.tsx';

/** Recent closes with undo, and failed ones. An overlay, so that nothing moves. */
export function Toasts({ desk, state }: { desk: Desk; state: DeskState }) {
  const shown = [...state.closings].filter(([, { phase }]) => phase !== 'sending');
  return (
    <div class="toasts" role="status">
      {shown.map(([sessionId, closing]) => (
        <Toast key={sessionId} {...{ desk, state, sessionId, closing }} />
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
        <button
          type="button"
          class="link"
          aria-keyshortcuts="z"
          onClick={() => desk.closings.undo(sessionId)}
        >
          Undo
        </button>
      </p>
    );
  }
  return (
    <p class={closing.isFailure ? 'toast bad' : 'toast'}>
      <Icon svg={closing.isFailure ? CircleX : MessageCircleReply} size={16} />
      <span>
        <b>{name}</b>: {closing.sentence}
      </span>
      <a class="link" href={conversationHref(sessionId)} onClick={() => desk.closings.dismiss(sessionId)}>
        Open
      </a>
      <button type="button" class="link" onClick={() => desk.closings.dismiss(sessionId)}>
        Dismiss
      </button>
    </p>
  );
}
