import { BadgeCheck } from 'lucide-static';
import type { Session } from '../../../domain/records/session.ts';
import { Icon } from '../../ui/icon.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { visitorName } from '../model/visitor-name.ts';

/** The visitor's name: from a directory, marked as verified, else a part of the conversation's id. */
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
