import type { ListedSession } from '../../domain/records/session.ts';
import { formatCoarse } from './format.ts';
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
        <Words session={session} />
      </span>
      <LeftMark left={session.leftMessage} compact />
    </span>
  );
}

function Words({ session: { status, humanRequestedAt, claimedByName } }: { session: WithStatus }) {
  switch (status) {
    case 'human_requested':
      return (
        <>
          Waiting {humanRequestedAt !== undefined && <Elapsed at={humanRequestedAt} format={formatCoarse} />}
        </>
      );
    case 'claimed':
      return <>With {claimedByName === undefined ? 'a person' : <UntrustedText text={claimedByName} />}</>;
    case 'open':
    case 'closed':
      return STATUS_NAMES[status];
  }
}
