import type { ListedSession } from '../../domain/records/session.ts';
import { formatCoarse, formatDuration } from './format.ts';
import { LeftMark } from './visitor-facts.tsx';
import { Elapsed } from './time.tsx';
import { UntrustedText } from './untrusted-text.tsx';

/** The display names of statuses. */
export const STATUS_NAMES = {
  human_requested: 'Waiting for a person',
  claimed: 'With an agent',
  open: 'Assistant',
  closed: 'Closed',
} as const;

type WithStatus = Pick<ListedSession, 'status' | 'humanRequestedAt' | 'claimedByName' | 'leftMessage'>;

/** The claiming agent, or the waiting time; and whether a message that was left waits. */
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
  /** The agent who reads has claimed it. */
  isMine?: boolean;
  /** How the waiting time is written. */
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
