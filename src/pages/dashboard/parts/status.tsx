import { formatDuration, secondsSince } from '../format.ts';
import { visible } from '../visible.ts';
import type { SessionRow } from '../../../wire/admin.ts';

const WORDS = {
  open: 'Assistant',
  human_requested: 'Waiting for a person',
  claimed: 'With a person',
  closed: 'Closed',
} as const;

/** What a status is called, wherever one is named. */
export const statusWord = (status: SessionRow['status']): string => WORDS[status];

/** Who has the conversation now, and for how long somebody has waited. */
export function Status({
  session,
}: {
  session: Pick<SessionRow, 'status' | 'humanRequestedAt' | 'claimedByName'>;
}) {
  const { status, humanRequestedAt, claimedByName } = session;
  const more =
    status === 'human_requested' && humanRequestedAt !== undefined
      ? formatDuration(secondsSince(humanRequestedAt))
      : status === 'claimed' && claimedByName !== undefined
        ? visible(claimedByName)
        : undefined;
  return (
    <span class={`status ${status}`}>
      <span>{WORDS[status]}</span>
      {more !== undefined && <bdi class="quiet">{more}</bdi>}
    </span>
  );
}
