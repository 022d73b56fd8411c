import { queueRank, type ListedSession, type Session, type SessionStatus } from '../../../domain/session.ts';

/** The conversations that this page knows, by id. */
export type Rows = ReadonlyMap<string, ListedSession>;

/** Which conversations the agent looks at. */
export type View = 'queue' | 'all' | 'closed';

/** What narrows a view down; undefined lets everything through. */
export interface Filter {
  status?: SessionStatus;
  sourceDomain?: string;
}

/** Whether what has come may replace what is known: events overtake each other, and answers overtake events. */
function isNewer(row: Session, known: Session | undefined): boolean {
  if (!known || row.updatedAt > known.updatedAt) return true;
  return row.updatedAt === known.updatedAt && row.messageCount >= known.messageCount;
}

/**
 * Takes a conversation in, unless a newer state of it is known already. Some answers lack what only lists tell; what is
 * known of that stays.
 */
export function withRow(rows: Rows, session: Session & Partial<ListedSession>): Rows {
  const known = rows.get(session.sessionId);
  if (!isNewer(session, known)) return rows;
  const { opening = known?.opening ?? '', preview = known?.preview ?? '' } = session;
  const sourceDomain = session.sourceDomain ?? known?.sourceDomain;
  return new Map(rows).set(session.sessionId, {
    ...session,
    opening,
    preview,
    ...(sourceDomain !== undefined && { sourceDomain }),
  });
}

/**
 * The conversations after everything was asked for anew: what came, and of what was known only what `keeps` says, because
 * whatever else the service did not name is no longer there.
 */
export function refreshed(
  rows: Rows,
  fetched: readonly ListedSession[],
  keeps: (sessionId: string) => boolean,
): Rows {
  const named = new Set(fetched.map(({ sessionId }) => sessionId));
  const kept = new Map([...rows].filter(([id]) => named.has(id) || keeps(id)));
  return fetched.reduce<Rows>(withRow, kept);
}

export function withoutRow(rows: Rows, sessionId: string): Rows {
  if (!rows.has(sessionId)) return rows;
  return new Map([...rows].filter(([id]) => id !== sessionId));
}

/** In the agents' order: who waits for a person first, longest waiting on top, then the newest message first. */
export function inOrder(rows: Iterable<ListedSession>): ListedSession[] {
  const ranked = Array.from(rows, (row) => ({ row, rank: queueRank(row) }));
  return ranked.sort((one, other) => compare(one.rank, other.rank)).map(({ row }) => row);
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

export const isWaiting = ({ status }: Session): boolean => status === 'human_requested';
export const isMine = ({ status, claimedBy }: Session, oid: string): boolean =>
  status === 'claimed' && claimedBy === oid;

/** A part of the list under a heading of its own. */
export interface Section {
  id: 'waiting' | 'mine' | 'all' | 'closed';
  rows: readonly ListedSession[];
}

/** What a view shows, in sections. `isInHand` names the agent's own conversations. */
export function sectionsOf(
  rows: Rows,
  view: View,
  filter: Filter,
  isInHand: (row: ListedSession) => boolean,
): Section[] {
  const shown = inOrder(rows.values()).filter(
    ({ sourceDomain }) => filter.sourceDomain === undefined || sourceDomain === filter.sourceDomain,
  );
  switch (view) {
    case 'queue':
      return [
        { id: 'mine', rows: shown.filter(isInHand) },
        { id: 'waiting', rows: shown.filter(isWaiting) },
      ];
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

/**
 * The sections in the order in which they were shown before, each row as it is known now, so that nothing moves under the
 * pointer.
 */
export function heldSections(shown: readonly Section[], rows: Rows): Section[] {
  return shown.map((section) => ({
    ...section,
    rows: section.rows.map((row) => rows.get(row.sessionId) ?? row),
  }));
}

/**
 * The conversation before or after one in a list. Where that one has left the list, its place in the last list that had it
 * counts; where it was in none, the list begins at its top.
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

/** Where conversations come from, by name: what was known, and what some of them add. The same array where that is nothing. */
export function withDomains(known: readonly string[], rows: Rows): readonly string[] {
  const domains = new Set(known);
  for (const { sourceDomain } of rows.values()) if (sourceDomain !== undefined) domains.add(sourceDomain);
  return domains.size === known.length ? known : [...domains].sort();
}
