import { mapLimited } from '../lib/concurrency.ts';
import { foundPerson, groupByPerson } from '../conversations/rules/people.ts';
import type { FoundPerson } from '../conversations/records/person.ts';
import { identifiersOf, wantedFacets } from '../conversations/rules/session-facets.ts';
import type { ConversationStore } from '../ports.ts';

/** The maximum number of conversations that are read for the text, and for each identifier. */
const MAX_SESSIONS = 200;
/** The maximum number of identifiers that are looked up, and at the same time. */
const MAX_IDENTIFIERS = 20;
const MAX_CONCURRENT = 5;

interface FoundPeople {
  people: FoundPerson[];
  /** There are more conversations than were counted. */
  isPartial: boolean;
}

/** Finds the persons of conversations. */
export function people({ store }: { store: Pick<ConversationStore, 'list'> }) {
  const sessionsWith = (facets: readonly string[]) =>
    store.list({ sortBy: 'recent', facets, limit: MAX_SESSIONS });

  return {
    /**
     * The persons with all words in a name, or with an address, phone number or id, newest first. Their
     * conversations are also those in which only another of their identifiers is known.
     */
    async find(text: string): Promise<FoundPeople> {
      const facets = wantedFacets({ person: text });
      if (facets.length === 0) return { people: [], isPartial: false };
      const matching = await sessionsWith(facets);
      const identifiers = [...new Set(matching.items.flatMap(identifiersOf))];
      const others = await mapLimited(identifiers.slice(0, MAX_IDENTIFIERS), MAX_CONCURRENT, (identifier) =>
        sessionsWith([identifier]),
      );
      const pages = [matching, ...others];
      const groups = groupByPerson(pages.flatMap(({ items }) => items)).filter(({ sessions }) =>
        matching.items.some(({ sessionId }) => sessions.has(sessionId)),
      );
      return {
        people: groups.map(foundPerson).toSorted((one, other) => (one.lastAt < other.lastAt ? 1 : -1)),
        isPartial:
          identifiers.length > MAX_IDENTIFIERS || pages.some(({ nextCursor }) => nextCursor !== undefined),
      };
    },
  };
}
