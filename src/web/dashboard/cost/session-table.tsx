import type { Tag } from '../../../conversations/records/tag.ts';
import type { ListedSession } from '../../../conversations/records/public-session.ts';
import type { TopOrder } from '../addresses.ts';
import { formatColumnMoney, formatCompact, formatCost, formatCount } from '../../ui/format.ts';
import { memo } from '../../ui/memo.ts';
import { conversationHref } from '../../ui/router.ts';
import { opensRow } from '../../ui/rows.ts';
import { Status } from '../../ui/status.tsx';
import { TagChips } from '../../ui/tags.tsx';
import { Table, type Heading } from '../../ui/table.tsx';
import { Origin, UntrustedText } from '../../ui/untrusted-text.tsx';
import { Time } from '../../ui/time.tsx';

interface SessionTableProps {
  label: string;
  /** Undefined while loading. */
  sessions: readonly ListedSession[] | undefined;
  /** The deployment's tags. Without them no tags are shown. */
  tags?: readonly Tag[] | undefined;
  sortBy: TopOrder;
  onSort: (sortBy: TopOrder) => void;
  /** The number of placeholder rows. Default: 8. */
  expected?: number;
}

/** A table of conversations. A click or Enter opens one; the arrow keys move between rows. */
export function SessionTable({ label, sessions, tags, sortBy, onSort, expected = 8 }: SessionTableProps) {
  const sortable = (title: string, by: TopOrder): Heading => ({
    title,
    number: true,
    sorted: by === sortBy ? 'descending' : undefined,
    onSort: () => onSort(by),
  });
  return (
    <Table
      label={label}
      class="linked compact sessions"
      headings={[
        { title: 'Conversation' },
        { title: 'Origin' },
        { title: 'Status' },
        { title: 'Messages', number: true },
        { title: 'Tokens', number: true },
        sortable('Cost', 'cost'),
        sortable('Started', 'recent'),
      ]}
      busy={sessions === undefined}
      expected={expected}
    >
      {sessions?.map((session) => (
        <Row key={session.sessionId} session={session} tags={tags} />
      ))}
    </Table>
  );
}

/** A row. Memoized: only changed rows are rendered again. */
const Row = memo(SessionRow);

interface RowProps {
  session: ListedSession;
  tags: readonly Tag[] | undefined;
}

function SessionRow({ session, tags }: RowProps) {
  const { sessionId, opening, origin, sourceDomain } = session;
  const { messageCount, inputTokens, outputTokens, createdAt } = session;
  const address = conversationHref(sessionId);
  return (
    <tr onClick={opensRow(address)}>
      <td class="opening">
        <a href={address} class="row-link">
          {opening === '' ? 'No messages yet' : <UntrustedText text={opening} />}
        </a>
        <TagChips tagIds={session.tagIds} all={tags} />
      </td>
      <td class="from">
        <Origin origin={origin ?? sourceDomain} />
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
