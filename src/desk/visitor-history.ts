import type { SessionRecord } from '../conversations/records/session.ts';
import { isSameVisitor, type VerifiedVisitor } from '../conversations/rules/visitors.ts';
import type { Ports } from '../ports.ts';
import { requireConversation } from '../conversations/reading.ts';
import type { VisitorMemory } from '../widgets/visitor-memory.ts';

type Dependencies = Pick<Ports, 'store'> & { memory: Pick<VisitorMemory, 'othersOf'> };

/**
 * The other conversations of a visitor, for agents. Uses the visitor's own list (ADR 27): a few point reads,
 * no query.
 */
export function visitorHistory({ store, memory }: Dependencies) {
  return {
    /**
     * The other sessions of a verified visitor on the same widget, newest first; empty for an anonymous
     * visitor.
     */
    async othersOf(sessionId: string): Promise<SessionRecord[]> {
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
