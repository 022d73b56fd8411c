import { BadgeCheck } from 'lucide-static';
import type { Session } from '../../../domain/records/session.ts';
import { Icon } from '../../ui/icon.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';

/**
 * The visitor's name, marked as verified if it is from a directory; otherwise a part of the conversation's
 * id.
 */
export function VisitorName({
  session: { sessionId, visitor },
}: {
  session: Pick<Session, 'sessionId' | 'visitor'>;
}) {
  if (!visitor) return <>{visitorName(sessionId)}</>;
  return (
    <>
      <UntrustedText text={visitor.name} />{' '}
      <span class="verified">
        <Icon svg={BadgeCheck} size={14} />
        <span class="unseen">signed in</span>
      </span>
    </>
  );
}

/** The name of an anonymous visitor: the first part of the conversation's id. */
const visitorName = (sessionId: string): string => `Visitor ${sessionId.slice(0, 4).toUpperCase()}`;
