import {
  agentRank,
  NO_GROUP_WIDGETS,
  waitsForOwnGroups,
  type AgentGroupWidgets,
} from '../../../conversations/rules/agent-groups.ts';
import { plainText } from '../../../lib/plain-text.ts';
import type { SessionStatus } from '../../../conversations/records/session.ts';
import type { ListedSession, Session } from '../../../conversations/records/public-session.ts';
import { shareStructure } from '../../ui/structural-sharing.ts';
import { visitorLabel } from '../../ui/format.ts';

/** The loaded conversations, by id. */
export type Rows = ReadonlyMap<string, ListedSession>;

/** The views of the list. */
export type View = 'queue' | 'all' | 'closed';

/** The filter of a view. Undefined fields match everything. */
export interface Filter {
  status?: SessionStatus;
  sourceDomain?: string;
  tagId?: string;
}

/** Whether an update is newer than the known state. Events and responses can arrive out of order. */
function isNewer(row: Session, known: Session | undefined): boolean {
  if (!known || row.updatedAt > known.updatedAt) return true;
  return row.updatedAt === known.updatedAt && row.messageCount >= known.messageCount;
}

type ReceivedSession = Session & Partial<ListedSession>;

/** Adds or updates a conversation, unless a newer state is known. */
export const withRow = (rows: Rows, session: ReceivedSession): Rows => withRows(rows, [session]);

/**
 * Adds or updates conversations, except those with a newer known state. Unchanged rows stay the same object,
 * so that they are not rendered again.
 */
export function withRows(rows: Rows, sessions: readonly ReceivedSession[]): Rows {
  const changed = new Map<string, ListedSession>();
  for (const session of sessions) {
    const { sessionId } = session;
    const known = changed.get(sessionId) ?? rows.get(sessionId);
    const row = isNewer(session, known) ? shareStructure(known, withKnownFields(session, known)) : known;
    if (row && row !== known) changed.set(sessionId, row);
  }
  return changed.size === 0 ? rows : new Map([...rows, ...changed]);
}

/** Keeps known values of fields that only lists have. */
function withKnownFields(session: ReceivedSession, known: ListedSession | undefined): ListedSession {
  if (session.opening !== undefined && session.preview !== undefined) {
    return { ...session, opening: session.opening, preview: session.preview };
  }
  const { opening = '', preview = '', lastFrom, asked, pagePath, sourceDomain } = known ?? {};
  return {
    opening,
    preview,
    ...(lastFrom && { lastFrom }),
    ...(asked !== undefined && { asked }),
    ...(pagePath !== undefined && { pagePath }),
    ...(sourceDomain !== undefined && { sourceDomain }),
    ...session,
  };
}

/**
 * Replaces the rows after a full refresh. Known rows that were not fetched are only kept if `keeps` returns
 * true, because the service no longer lists the others.
 */
export function replaceRows(
  rows: Rows,
  fetched: readonly ListedSession[],
  keeps: (row: ListedSession) => boolean,
): Rows {
  const named = new Set(fetched.map(({ sessionId }) => sessionId));
  const kept = [...rows].filter(([id, row]) => named.has(id) || keeps(row));
  return withRows(kept.length === rows.size ? rows : new Map(kept), fetched);
}

export function withoutRow(rows: Rows, sessionId: string): Rows {
  if (!rows.has(sessionId)) return rows;
  return new Map([...rows].filter(([id]) => id !== sessionId));
}

/**
 * Sorts conversations: waiting ones first, those of the agent's groups before others, longest waiting first;
 * then by newest message.
 */
export function sortRows(rows: Iterable<ListedSession>, own = NO_GROUP_WIDGETS): ListedSession[] {
  const ranked = Array.from(rows, (row) => ({ row, rank: agentRank(row, own) }));
  return ranked.sort((one, other) => compare(one.rank, other.rank)).map(({ row }) => row);
}

/** Whether a conversation is sorted after another one. */
export const isAfter = (row: ListedSession, other: ListedSession, own = NO_GROUP_WIDGETS): boolean =>
  compare(agentRank(row, own), agentRank(other, own)) > 0;

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/**
 * Since when the visitor has no reply of a person: their first unanswered message, or their request for an
 * agent. Undefined if no reply is expected.
 */
export function unansweredSince(row: Session): string | undefined {
  if (isWaiting(row)) return row.humanRequestedAt ?? row.createdAt;
  return row.status === 'claimed' ? row.unansweredSince : undefined;
}

/**
 * The conversation that needs the agent next: their claimed one whose visitor has had no reply for longest,
 * then the first of the queue, then another claimed one that is not snoozed.
 */
export function nextToAnswer(
  rows: Rows,
  isInHand: (row: ListedSession) => boolean,
  own = NO_GROUP_WIDGETS,
): string | undefined {
  const sorted = sortRows(rows.values(), own);
  const mine = sorted.filter((row) => isInHand(row) && row.snoozedUntil === undefined);
  const [unanswered] = mine
    .filter((row) => row.unansweredSince !== undefined)
    .sort((one, other) => (one.unansweredSince ?? '').localeCompare(other.unansweredSince ?? ''));
  return (unanswered ?? sorted.find(isWaiting) ?? mine[0])?.sessionId;
}

/** The newest words of a conversation: of a visitor without a reply their own, else of who wrote last. */
export function lastWords(row: ListedSession, oid: string): { by: string | undefined; text: string } {
  const { asked, opening, preview, lastFrom, claimedBy } = row;
  if (unansweredSince(row) !== undefined) return { by: undefined, text: asked ?? opening };
  if (lastFrom === undefined || lastFrom === 'visitor') return { by: undefined, text: preview };
  const agent = claimedBy === oid ? 'You' : 'Agent';
  return { by: lastFrom === 'agent' ? agent : 'Assistant', text: plainText(preview).text };
}

/** The name for a visitor: as given or signed in, else a label. */
export const visitorNameOf = (session: Pick<Session, 'sessionId' | 'thread' | 'visitorName'>) =>
  session.visitorName ?? visitorLabel(session);

export const isWaiting = ({ status }: Session): boolean => status === 'human_requested';
export const isMine = ({ status, claimedBy }: Session, oid: string): boolean =>
  status === 'claimed' && claimedBy === oid;

export interface Section {
  id: 'own' | 'waiting' | 'mine' | 'snoozed' | 'all' | 'closed';
  rows: readonly ListedSession[];
}

/** The agent's data for grouping the list. */
interface AgentSelectors {
  /** Whether the agent handles a conversation. */
  isInHand: (row: ListedSession) => boolean;
  /** Whether a conversation is snoozed, which puts it into a separate section. */
  isAsleep?: (row: ListedSession) => boolean;
  /**
   * The registered widgets of the agent's groups. If there are any, their waiting conversations are a
   * section.
   */
  widgets?: AgentGroupWidgets;
}

export function sectionsOf(
  rows: Rows,
  view: View,
  filter: Filter,
  { isInHand, isAsleep = () => false, widgets: own = NO_GROUP_WIDGETS }: AgentSelectors,
): Section[] {
  const shown = sortRows(rows.values(), own).filter(
    ({ continuedBy, sourceDomain, tagIds = [] }) =>
      continuedBy === undefined &&
      (filter.sourceDomain === undefined || sourceDomain === filter.sourceDomain) &&
      (filter.tagId === undefined || tagIds.includes(filter.tagId)),
  );
  switch (view) {
    case 'queue': {
      const mine = shown.filter(isInHand);
      const snoozed = mine.filter(isAsleep);
      return [
        { id: 'mine', rows: mine.filter((row) => !isAsleep(row)) },
        ...(own.size > 0
          ? [{ id: 'own' as const, rows: shown.filter((row) => waitsForOwnGroups(row, own)) }]
          : []),
        { id: 'waiting', rows: shown.filter((row) => isWaiting(row) && !waitsForOwnGroups(row, own)) },
        ...(snoozed.length > 0 ? [{ id: 'snoozed' as const, rows: snoozed }] : []),
      ];
    }
    case 'all':
      return [
        {
          id: 'all',
          rows: shown.filter(({ status }) => filter.status === undefined || status === filter.status),
        },
      ];
    case 'closed':
      return [{ id: 'closed', rows: shown.filter(({ status }) => status === 'closed') }];
  }
}

/** The sections in their previous order with current rows, so that no row moves while the agent clicks. */
export function frozenSections(shown: readonly Section[], rows: Rows): Section[] {
  return shown.map((section) => ({
    ...section,
    rows: section.rows.map((row) => rows.get(row.sessionId) ?? row),
  }));
}

/**
 * The previous or next conversation in a list. A conversation that left the list keeps its last position; an
 * unknown one counts as before the first.
 */
export function neighborOf(
  sessionId: string | undefined,
  by: 1 | -1,
  listed: readonly string[],
  lastListed: readonly string[],
): string | undefined {
  const order = sessionId !== undefined && !listed.includes(sessionId) ? lastListed : listed;
  const at = sessionId === undefined ? -1 : order.indexOf(sessionId);
  if (at === -1) return listed[0];
  const ahead = by === 1 ? order.slice(at + 1) : order.slice(0, at).reverse();
  return ahead.find((id) => listed.includes(id));
}

/** All source domains, sorted. Returns the same array if there is no new one. */
export function withDomains(known: readonly string[], rows: Rows): readonly string[] {
  const domains = new Set(known);
  for (const { sourceDomain } of rows.values()) if (sourceDomain !== undefined) domains.add(sourceDomain);
  return domains.size === known.length ? known : [...domains].sort();
}
