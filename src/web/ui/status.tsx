import type { ListedSession } from '../../conversations/records/public-session.ts';
import { formatCoarse, formatDuration } from './format.ts';
import { LeftMark } from './visitor-facts.tsx';
import { Elapsed } from './time.tsx';
import { UntrustedText } from './untrusted-text.tsx';

export const STATUS_NAMES = {
  human_requested: 'Waiting for a person',
  claimed: 'With an agent',
  open: 'Assistant',
  closed: 'Closed',
} as const;

type WithStatus = Pick<ListedSession, 'status' | 'humanRequestedAt' | 'claimedByName' | 'leftMessage'>;

/** The status with the claiming agent or the waiting time, and a mark for an unanswered left message. */
export function Status({ session }: { session: WithStatus }) {
  return (
    <span class={`status ${session.status}`}>
      <span>
        <StatusWords session={session} format={formatCoarse} />
      </span>
      <LeftMark left={session.leftMessage} compact />
    </span>
  );
}

interface StatusWordsProps {
  session: WithStatus;
  /** Whether the current agent has claimed the conversation. */
  isMine?: boolean;
  /** Formats the waiting time, in seconds. */
  format?: (seconds: number) => string;
}

export function StatusWords({ session, isMine, format = formatDuration }: StatusWordsProps) {
  const { status, humanRequestedAt, claimedByName } = session;
  if (status === 'human_requested' && humanRequestedAt !== undefined) {
    return (
      <>
        Waiting <Elapsed at={humanRequestedAt} format={format} />
      </>
    );
  }
  if (isMine) return <>With you</>;
  if (status !== 'claimed' || claimedByName === undefined) return <>{STATUS_NAMES[status]}</>;
  return (
    <>
      With <UntrustedText text={claimedByName} />
    </>
  );
}
