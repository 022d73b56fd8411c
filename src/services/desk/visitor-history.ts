import type { SessionRecord } from '../../domain/records/session.ts';
import { isSameVisitor, type VerifiedVisitor } from '../../domain/widgets.ts';
import type { Ports } from '../../ports.ts';
import { requireConversation } from '../chat/reading.ts';
import type { VisitorMemory } from '../widgets/visitor-memory.ts';

/** The other conversations of a visitor, for agents. */
export interface VisitorHistory {
  /**
   * The other sessions of a visitor who is known by a directory or a token of the site, on the same widget,
   * the latest first; empty for an anonymous visitor.
   */
  othersOf(sessionId: string): Promise<SessionRecord[]>;
}

type Dependencies = Pick<Ports, 'store'> & { memory: Pick<VisitorMemory, 'othersOf'> };

/** From the list that the visitor has themselves (docs/adr/0027): a few point reads, and no query. */
export function visitorHistory({ store, memory }: Dependencies): VisitorHistory {
  return {
    async othersOf(sessionId) {
      const { session } = await requireConversation(store, sessionId);
      const visitor = visitorOf(session);
      if (!visitor) return [];
      const ids = await memory.othersOf(sessionId);
      const read = await Promise.all(ids.map((id) => store.load(id)));
      return read
        .flatMap((found) =>
          found && isSameVisitor(visitorOf(found.session), visitor) ? [found.session] : [],
        )
        .toSorted((one, other) => other.lastMessageAt.localeCompare(one.lastMessageAt));
    },
  };
}

function visitorOf({ visitor, visitorIssuer: issuer }: SessionRecord): VerifiedVisitor | undefined {
  return visitor && issuer !== undefined ? { ...visitor, issuer } : undefined;
}
