import { BadgeCheck } from 'lucide-static';
import type { Session } from '../../../conversations/records/public-session.ts';
import { Icon } from '../../ui/icon.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { visitorNameOf } from '../model/rows.ts';

interface VisitorNameProps {
  session: Pick<Session, 'sessionId' | 'thread' | 'visitor' | 'visitorName'>;
}

/** The visitor's name, with a mark if it is from a directory. */
export function VisitorName({ session }: VisitorNameProps) {
  const name = <UntrustedText text={visitorNameOf(session)} />;
  if (!session.visitor) return name;
  return (
    <>
      {name}{' '}
      <span class="verified">
        <Icon svg={BadgeCheck} size={14} />
        <span class="unseen">signed in</span>
      </span>
    </>
  );
}
