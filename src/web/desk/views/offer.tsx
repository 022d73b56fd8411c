import type { ListedSession } from '../../../domain/records/session.ts';
import { UntrustedText } from '../../ui/untrusted-text.tsx';

interface OfferProps {
  row: ListedSession;
  /** This agent has closed it, and can still undo that. */
  isClosing: boolean;
  /** Whether an action is in progress. */
  acting: boolean;
  /** Whether the agent has an unsent reply. */
  keepsDraft: boolean;
  onClaim: () => void;
}

/** Why this agent cannot reply here, and the available actions. */
export function Offer({ row, isClosing, acting, keepsDraft, onClaim }: OfferProps) {
  const { status, claimedByName } = row;
  const kept = keepsDraft && ' Your draft is saved.';
  if (status === 'closed' || isClosing) return <p class="offer">This conversation is closed.{kept}</p>;
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
      <button type="button" class="button primary" aria-keyshortcuts="c" disabled={acting} onClick={onClaim}>
        Claim <kbd>C</kbd>
      </button>
    </p>
  );
}
