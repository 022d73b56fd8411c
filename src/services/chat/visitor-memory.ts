import * as z from 'zod/mini';
import { mayBeWidgetSession } from '../../domain/ids.ts';
import type { Ledger, Version } from '../../ports.ts';

/** Which session a visitor goes on with, and the other way round, so that a deleted session leaves nothing of its visitor. */
const SESSIONS = 'visitors';
const VISITORS = 'visitor-of';

const Session = z.object({ sessionId: z.string() });
const Visitor = z.object({ visitor: z.string() });

/** What is kept of signed-in visitors, who are hashes here: the session of each. */
export interface VisitorMemory {
  sessionOf(visitor: string): Promise<{ sessionId: string; version: Version } | undefined>;
  /** False where somebody else wrote since `expected` was read. */
  bind(visitor: string, sessionId: string, expected: Version | 'absent'): Promise<boolean>;
  /** Forgets who had a session that is deleted. */
  forget(sessionId: string): Promise<void>;
}

export function visitorMemory({ ledger }: { ledger: Ledger }): VisitorMemory {
  async function sessionOf(visitor: string) {
    const entry = await ledger.read(SESSIONS, visitor);
    return entry && { sessionId: Session.parse(entry.value).sessionId, version: entry.version };
  }

  return {
    sessionOf,

    async bind(visitor, sessionId, expected) {
      // First, so that nothing points to a session which could not be forgotten with it. What is there already says the same.
      await ledger.write(VISITORS, sessionId, { visitor }, 'absent');
      return (await ledger.write(SESSIONS, visitor, { sessionId }, expected)) !== undefined;
    },

    async forget(sessionId) {
      if (!mayBeWidgetSession(sessionId)) return;
      const entry = await ledger.read(VISITORS, sessionId);
      if (!entry) return;
      const { visitor } = Visitor.parse(entry.value);
      const bound = await sessionOf(visitor);
      if (bound?.sessionId === sessionId) await ledger.remove(SESSIONS, visitor, bound.version);
      await ledger.remove(VISITORS, sessionId, entry.version);
    },
  };
}
