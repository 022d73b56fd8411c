import { AtSign, Bot, CircleCheck, Flag, Hourglass, UserRound } from 'lucide-static';
import type { Tag } from '../../../conversations/records/tag.ts';
import type { SessionStatus } from '../../../conversations/records/session.ts';
import type { ListedSession, Session } from '../../../conversations/records/public-session.ts';
import { isMine, isWaiting, lastWords, unansweredSince } from '../model/rows.ts';
import { conversationHref } from '../router.ts';
import { SnoozeEnd } from './snooze-end.tsx';
import { VisitorName } from '../app/visitor-name.tsx';
import { formatDuration, formatShortDay, plural, secondsSince } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { LeftMark } from '../../ui/visitor-facts.tsx';
import { memo } from '../../ui/memo.ts';
import { STATUS_NAMES } from '../../ui/status.tsx';
import { TagChips } from '../../ui/tags.tsx';
import { Elapsed } from '../../ui/time.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { showControlCharacters } from '../../ui/visible.ts';

export interface RowProps {
  row: ListedSession;
  oid: string;
  isOpen: boolean;
  unread: number;
  /** Whether a note mentions the agent, who has not opened the conversation since. */
  isMentioned: boolean;
  /** An unsent reply or note. */
  draft: string | undefined;
  /** Whether a message or note could not be sent. */
  failed: boolean;
  /** The deployment's tags. */
  tags: readonly Tag[] | undefined;
}

/** A conversation in the list. Memoized: only changed rows are rendered again. */
export const Row = memo(RowView);

/** Who writes from where, the last words, and how long the visitor has had no reply. */
function RowView({ row, oid, isOpen, unread, isMentioned, draft, failed, tags }: RowProps) {
  const { sessionId } = row;
  const words = lastWords(row, oid);
  return (
    <div role="listitem">
      <a
        class={`item${unread > 0 ? ' unread' : ''}`}
        href={conversationHref(sessionId)}
        aria-current={isOpen ? 'true' : undefined}
        data-session={sessionId}
      >
        <StatusIcon session={row} oid={oid} />
        <span class="item-head">
          {isMentioned && (
            <span class="item-mention" title="A note mentions you">
              <Icon svg={AtSign} size={14} />
              <span class="unseen">A note mentions you: </span>
            </span>
          )}
          {row.urgent && (
            <span class="item-urgent" title="Urgent">
              <Icon svg={Flag} size={14} />
              <span class="unseen">Urgent: </span>
            </span>
          )}
          <span class="item-name">
            <VisitorName session={row} />
          </span>
        </span>
        <Age row={row} />
        <span class="item-preview" dir="auto">
          <LeftMark left={row.leftMessage} />
          <SentMark row={row} />
          {failed && <span class="item-draft">Not sent. </span>}
          {draft !== undefined && <span class="item-draft">Draft: </span>}
          {draft === undefined && words.by !== undefined && `${words.by}: `}
          <UntrustedText text={draft ?? words.text} />
        </span>
        <Holder row={row} oid={oid} />
        {unread > 0 && (
          <span class="count">
            <span aria-hidden="true">{unread > 99 ? '99+' : unread}</span>
            <span class="unseen">{plural(unread, 'unread message')}</span>
          </span>
        )}
        <Source row={row} />
        <TagChips tagIds={row.tagIds} all={tags} />
      </a>
    </div>
  );
}

/** The source domain with the page, and the widget. If they are too long, the domain is cut first. */
function Source({ row: { sourceDomain = '', pagePath = '', widget } }: { row: ListedSession }) {
  const page = `${sourceDomain}${pagePath}`;
  const where = [page, widget?.name ?? ''].filter((part) => part !== '').join(' · ');
  if (where === '') return null;
  return (
    <span class="item-source" title={showControlCharacters(where)}>
      <span class="item-domain">
        <UntrustedText text={sourceDomain} />
      </span>
      <span>
        <UntrustedText text={pagePath} />
      </span>
      {widget && (
        <span class="item-widget">
          {page !== '' && ' · '}
          <UntrustedText text={widget.name} />
        </span>
      )}
    </span>
  );
}

/**
 * Whether the answer to a left message, or to another visitor who gets e-mails, was sent. Nothing while it is
 * being sent, which takes a few seconds.
 */
function SentMark({ row: { leftMessage, lastFrom, delivery } }: { row: ListedSession }) {
  if (lastFrom !== 'agent' || delivery === 'sending') return null;
  if ((delivery ?? leftMessage?.answeredAt) === undefined) return null;
  if (delivery === 'failed') return <span class="item-draft">Not delivered. </span>;
  return (
    <span class="sent-mark">
      <Icon svg={delivery === 'waiting' ? Hourglass : CircleCheck} size={14} />{' '}
      {delivery === 'waiting' ? 'Waiting to be e-mailed' : 'Sent'}
    </span>
  );
}

/** The claiming agent, if it is another agent. */
function Holder({ row, oid }: { row: ListedSession; oid: string }) {
  if (isMine(row, oid)) return <SnoozeEnd row={row} isShort />;
  if (isWaiting(row)) return <Former row={row} oid={oid} />;
  if (row.status === 'open' || row.claimedByName === undefined) {
    return <span class="item-holder">{STATUS_NAMES[row.status]}</span>;
  }
  return (
    <span class="item-holder">
      <span class="unseen">{STATUS_NAMES[row.status]}: </span>
      <UntrustedText text={row.claimedByName} />
    </span>
  );
}

/** The agent who closed the conversation before the visitor came back. */
function Former({ row: { formerAgent }, oid }: { row: ListedSession; oid: string }) {
  if (!formerAgent) return null;
  return (
    <span class="item-holder" title="Answered this visitor before">
      {formerAgent.oid === oid ? 'Back to you' : <UntrustedText text={formerAgent.name} />}
    </span>
  );
}

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

/** A relative time in one unit, or the date. */
function formatAge(at: string): string {
  const seconds = secondsSince(at);
  if (seconds < MINUTE) return 'now';
  if (seconds >= DAY) return formatShortDay(at);
  return formatDuration(seconds < HOUR ? seconds : Math.floor(seconds / HOUR) * HOUR);
}

/** How long the visitor has had no reply, or the time of the last message. */
function Age({ row }: { row: ListedSession }) {
  const { lastMessageAt } = row;
  const since = unansweredSince(row);
  if (since === undefined) {
    return (
      <time class="item-age" datetime={lastMessageAt}>
        <Elapsed at={lastMessageAt} format={() => formatAge(lastMessageAt)} />
      </time>
    );
  }
  return (
    <time class="item-age waited" datetime={since}>
      <span class="unseen">waiting for </span>
      <Elapsed at={since} />
    </time>
  );
}

const ICONS: Record<SessionStatus, string> = {
  open: Bot,
  human_requested: Hourglass,
  claimed: UserRound,
  closed: CircleCheck,
};

/** The status as an icon with a text alternative. */
function StatusIcon({ session, oid }: { session: Session; oid: string }) {
  const whose = isMine(session, oid) ? 'mine' : session.status;
  return (
    <span class={`status-icon ${whose}`}>
      <Icon svg={ICONS[session.status]} size={16} />
    </span>
  );
}
