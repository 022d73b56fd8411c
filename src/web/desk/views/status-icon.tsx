import { Bot, CircleCheck, Hourglass, UserRound } from 'lucide-static';
import type { Session, SessionStatus } from '../../../domain/records/session.ts';
import { Icon } from '../../ui/icon.tsx';
import { isMine } from '../model/rows.ts';

const ICONS: Record<SessionStatus, string> = {
  open: Bot,
  human_requested: Hourglass,
  claimed: UserRound,
  closed: CircleCheck,
};

/** The status of a conversation as an icon with a text alternative. */
export function StatusIcon({ session, oid }: { session: Session; oid: string }) {
  const whose = isMine(session, oid) ? 'mine' : session.status;
  return (
    <span class={`status-icon ${whose}`}>
      <Icon svg={ICONS[session.status]} size={16} />
    </span>
  );
}
