import { ArrowDown } from 'lucide-static';
import type { ComponentChildren } from 'preact';
import type { ListedSession } from '../../../domain/records/session.ts';
import { formatColumnMoney, formatCompact, formatCost, formatCount } from '../../ui/format.ts';
import { conversationHref } from '../../ui/router.ts';
import { Icon } from '../../ui/icon.tsx';
import { moveBetweenRows, opensRow } from '../../ui/rows.ts';
import { RowShapes } from '../../ui/skeleton.tsx';
import { Status } from '../../ui/status.tsx';
import { Origin, UntrustedText } from '../../ui/untrusted-text.tsx';
import { Time } from '../../ui/time.tsx';

export type SortBy = 'recent' | 'cost';

interface SessionTableProps {
  label: string;
  /** Undefined while loading. */
  sessions: readonly ListedSession[] | undefined;
  sortBy: SortBy;
  onSort: (sortBy: SortBy) => void;
  /** The expected number of rows. */
  expected?: number;
}

/** Conversations as rows. A click or Enter opens one; the arrow keys move between them. */
export function SessionTable({ label, sessions, sortBy, onSort, expected = 8 }: SessionTableProps) {
  return (
    <table class="sessions" aria-label={label} aria-busy={sessions === undefined} onKeyDown={moveBetweenRows}>
      <thead>
        <tr>
          <th scope="col">Conversation</th>
          <th scope="col">Origin</th>
          <th scope="col">Status</th>
          <th scope="col" class="number">
            Messages
          </th>
          <th scope="col" class="number">
            Tokens
          </th>
          <SortableHeader by="cost" {...{ sortBy, onSort }}>
            Cost
          </SortableHeader>
          <SortableHeader by="recent" {...{ sortBy, onSort }}>
            Started
          </SortableHeader>
        </tr>
      </thead>
      <tbody>
        {sessions === undefined ? (
          <RowShapes rows={expected} columns={7} />
        ) : (
          sessions.map((session) => <Row key={session.sessionId} session={session} />)
        )}
      </tbody>
    </table>
  );
}

interface SortableHeaderProps {
  by: SortBy;
  sortBy: SortBy;
  onSort: (sortBy: SortBy) => void;
  children: ComponentChildren;
}

function SortableHeader({ by, sortBy, onSort, children }: SortableHeaderProps) {
  const sorted = by === sortBy;
  return (
    <th scope="col" class="number" aria-sort={sorted ? 'descending' : undefined}>
      <button type="button" class="sort" onClick={() => onSort(by)}>
        {sorted && <Icon svg={ArrowDown} size={14} />}
        {children}
      </button>
    </th>
  );
}

function Row({ session }: { session: ListedSession }) {
  const { sessionId, opening, origin, messageCount, inputTokens, outputTokens, createdAt } = session;
  const address = conversationHref(sessionId);
  return (
    <tr onClick={opensRow(address)}>
      <td class="opening">
        <a href={address} class="row-link">
          {opening === '' ? 'No messages yet' : <UntrustedText text={opening} />}
        </a>
      </td>
      <td class="from">
        <Origin origin={origin} />
      </td>
      <td>
        <Status session={session} />
      </td>
      <td class="number optional">{formatCount(messageCount)}</td>
      <td class="number optional" title={formatCount(inputTokens + outputTokens)}>
        {formatCompact(inputTokens + outputTokens)}
      </td>
      <td class="number" title={formatCost(session)}>
        {formatCost(session, formatColumnMoney)}
      </td>
      <td class="number when">
        <Time at={createdAt} />
      </td>
    </tr>
  );
}
