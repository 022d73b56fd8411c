import type { AgentSession } from '../../../domain/session.ts';
import { formatAgo, formatDuration, plural, secondsSince } from '../../dashboard/format.ts';
import { Stranger } from '../../dashboard/parts/stranger.tsx';
import { STATUS_NAMES } from '../../dashboard/parts/status.tsx';
import { isMine, isWaiting } from '../model/rows.ts';
import { visitorName } from '../model/visitor-name.ts';
import { conversationHref } from '../place.ts';
import { StatusIcon } from './status-icon.tsx';

interface RowProps {
  row: AgentSession;
  oid: string;
  isOpen: boolean;
  unread: number;
  /** The agent has begun a reply that is not sent. */
  hasDraft: boolean;
  now: number;
}

/** One conversation in the list. */
export function Row({ row, oid, isOpen, unread, hasDraft, now }: RowProps) {
  const { sessionId, origin, preview } = row;
  return (
    <li>
      <a
        class={`item${unread > 0 ? ' unread' : ''}`}
        href={conversationHref(sessionId)}
        aria-current={isOpen ? 'true' : undefined}
        data-session={sessionId}
      >
        <StatusIcon session={row} oid={oid} />
        <span class="item-head">
          <span class="item-name">{visitorName(sessionId)}</span>
          <Holder row={row} oid={oid} />
          {origin !== undefined && (
            <span class="item-origin">
              <Stranger text={origin.replace(/^https?:\/\//, '')} />
            </span>
          )}
        </span>
        <Age row={row} now={now} />
        <span class="item-preview" dir="auto">
          {hasDraft && <span class="item-draft">Draft </span>}
          <Stranger text={preview} />
        </span>
        {unread > 0 && (
          <span class="count">
            <span aria-hidden="true">{unread > 99 ? '99+' : unread}</span>
            <span class="unseen">{plural(unread, 'unread message')}</span>
          </span>
        )}
      </a>
    </li>
  );
}

/** Who has it, where that does not go without saying. */
function Holder({ row, oid }: { row: AgentSession; oid: string }) {
  if (isWaiting(row) || isMine(row, oid)) return null;
  if (row.status === 'open' || row.claimedByName === undefined) {
    return <span class="item-holder">{STATUS_NAMES[row.status]}</span>;
  }
  return (
    <span class="item-holder">
      <span class="unseen">{STATUS_NAMES[row.status]}: </span>
      <Stranger text={row.claimedByName} />
    </span>
  );
}

/** How long somebody has waited, or when the last message came. */
function Age({ row, now }: { row: AgentSession; now: number }) {
  if (!isWaiting(row)) {
    return (
      <time class="item-age" datetime={row.lastMessageAt}>
        {formatAgo(row.lastMessageAt, now)}
      </time>
    );
  }
  const since = row.humanRequestedAt ?? row.createdAt;
  return (
    <time class="item-age waited" datetime={since}>
      <span class="unseen">waits for a person for </span>
      {formatDuration(secondsSince(since, now))}
    </time>
  );
}
