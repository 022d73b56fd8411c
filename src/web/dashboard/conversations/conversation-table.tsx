import { BadgeCheck } from 'lucide-static';
import type { ListedSession } from '../../../conversations/records/public-session.ts';
import type { Tag } from '../../../conversations/records/tag.ts';
import { plainText } from '../../../lib/plain-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { memo } from '../../ui/memo.ts';
import { conversationHref } from '../../ui/router.ts';
import { opensRow } from '../../ui/rows.ts';
import { Status } from '../../ui/status.tsx';
import { Table } from '../../ui/table.tsx';
import { TagChips } from '../../ui/tags.tsx';
import { Time } from '../../ui/time.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { visitorLabel } from '../../ui/format.ts';

interface ConversationTableProps {
  /** Undefined while loading. */
  sessions: readonly ListedSession[] | undefined;
  /** The deployment's tags. */
  tags: readonly Tag[] | undefined;
  /** Only of closed conversations: with their source domain, by the time of the close. */
  closed?: { order: 'newest' | 'oldest'; onSort: () => void } | undefined;
}

/** Conversations with their visitor, last message and agent. A click or Enter opens one. */
export function ConversationTable({ sessions, tags, closed }: ConversationTableProps) {
  return (
    <Table
      label="Conversations"
      class="linked compact conversations"
      headings={[
        { title: 'Visitor' },
        { title: 'Last message' },
        ...(closed ? [{ title: 'Source domain' }] : []),
        { title: 'Widget' },
        { title: 'Agent' },
        ...(closed ? [] : [{ title: 'State' }]),
        closed
          ? {
              title: 'Closed',
              number: true,
              sorted: closed.order === 'newest' ? ('descending' as const) : ('ascending' as const),
              onSort: closed.onSort,
            }
          : { title: 'Started', number: true },
      ]}
      busy={sessions === undefined}
      expected={12}
    >
      {sessions?.map((session) => (
        <Row key={session.sessionId} session={session} tags={tags} isClosed={closed !== undefined} />
      ))}
    </Table>
  );
}

/** A row. Memoized: only changed rows are rendered again. */
const Row = memo(ConversationRow);

interface RowProps {
  session: ListedSession;
  tags: readonly Tag[] | undefined;
  isClosed: boolean;
}

function ConversationRow({ session, tags, isClosed }: RowProps) {
  const { sessionId, preview, opening, widget, sourceDomain, claimedByName, createdAt, closedAt } = session;
  const address = conversationHref(sessionId);
  const last = plainText(preview === '' ? opening : preview).text;
  return (
    <tr onClick={opensRow(address)}>
      <td class="visitor">
        <a href={address} class="row-link">
          <Visitor session={session} />
          {opening !== '' && (
            <span class="unseen">
              : <UntrustedText text={opening} />
            </span>
          )}
        </a>
      </td>
      <td class="last" dir="auto">
        <span class="words">{last === '' ? 'No messages yet' : <UntrustedText text={last} />}</span>
        <TagChips tagIds={session.tagIds} all={tags} />
      </td>
      {isClosed && (
        <td class="domain">
          <TextOrDash text={sourceDomain} />
        </td>
      )}
      <td class="widget">
        {widget ? (
          <UntrustedText text={widget.name} />
        ) : (
          <TextOrDash text={isClosed ? undefined : sourceDomain} />
        )}
      </td>
      <td class="agent">
        <TextOrDash text={claimedByName} />
      </td>
      {!isClosed && (
        <td class="state">
          <Status session={session} />
        </td>
      )}
      <td class="number when">
        <Time at={isClosed ? (closedAt ?? createdAt) : createdAt} />
      </td>
    </tr>
  );
}

/** The visitor's name, or a label. */
export function Visitor({
  session,
}: {
  session: Pick<ListedSession, 'sessionId' | 'thread' | 'visitor' | 'visitorName'>;
}) {
  const { visitor, visitorName } = session;
  if (visitorName === undefined) return <span class="anonymous">{visitorLabel(session)}</span>;
  return (
    <>
      <UntrustedText text={visitorName} />
      {visitor && (
        <span class="verified">
          {' '}
          <Icon svg={BadgeCheck} size={14} />
          <span class="unseen">signed in</span>
        </span>
      )}
    </>
  );
}

function TextOrDash({ text }: { text: string | undefined }) {
  if (text !== undefined) return <UntrustedText text={text} />;
  return (
    <span class="quiet">
      <span aria-hidden="true">—</span>
      <span class="unseen">none</span>
    </span>
  );
}
