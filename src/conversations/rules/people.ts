import type { FoundPerson } from '../records/person.ts';
import type { SessionRecord } from '../records/session.ts';
import { identifiersOf } from './session-facets.ts';

/** The sessions of one person, with all of their identifiers. */
interface SessionsOfPerson {
  identifiers: ReadonlySet<string>;
  sessions: ReadonlyMap<string, SessionRecord>;
}

/**
 * Groups sessions by person: sessions that share an identifier, also over a third one, are of one person.
 * Sessions without an identifier are left out.
 */
export function groupByPerson(sessions: readonly SessionRecord[]): SessionsOfPerson[] {
  const groups: SessionsOfPerson[] = [];
  for (const session of sessions) {
    const own = identifiersOf(session);
    if (own.length === 0) continue;
    const same = groups.filter(({ identifiers }) => own.some((one) => identifiers.has(one)));
    const others = groups.filter((group) => !same.includes(group));
    groups.splice(0, groups.length, ...others, {
      identifiers: new Set([...same.flatMap(({ identifiers }) => [...identifiers]), ...own]),
      sessions: new Map([
        ...same.flatMap(({ sessions: known }) => [...known]),
        [session.sessionId, session] as const,
      ]),
    });
  }
  return groups;
}

/** A person as admins see one, with the facts that name the person. */
export function foundPerson({ identifiers, sessions }: SessionsOfPerson): FoundPerson {
  const newest = [...sessions.values()].toSorted((a, b) => (a.lastMessageAt < b.lastMessageAt ? 1 : -1));
  const named = newest.flatMap(({ visitor, contact }) => [visitor?.name ?? [], contact?.name ?? []].flat());
  const times = newest.map(({ lastMessageAt }) => lastMessageAt);
  return {
    identifiers: [...identifiers].sort(),
    names: [...new Set(named)],
    conversations: sessions.size,
    claimed: newest.filter(({ status }) => status === 'claimed').length,
    firstAt: newest.map(({ createdAt }) => createdAt).sort()[0] ?? '',
    lastAt: times[0] ?? '',
  };
}
