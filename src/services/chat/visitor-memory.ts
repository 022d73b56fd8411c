import * as z from 'zod/mini';
import { mayBeWidgetSession } from '../../domain/ids.ts';
import type { Ledger, Version } from '../../ports.ts';

/** Maps visitors to their session and back, so that a deleted session leaves nothing of its visitor. */
const SESSIONS = 'visitors';
const VISITORS = 'visitor-of';

const Session = z.object({ sessionId: z.string() });
const Visitor = z.object({ visitor: z.string() });

/** The current session of each signed-in visitor; visitors are stored as hashes. */
export interface VisitorMemory {
  sessionOf(visitor: string): Promise<{ sessionId: string; version: Version } | undefined>;
  /** False after a concurrent write since `expected` was read. */
  bind(visitor: string, sessionId: string, expected: Version | 'absent'): Promise<boolean>;
  /** Deletes the visitor's entry of a deleted session. */
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
      // First, so that no entry points to a session that could not be deleted with it. An existing entry has
      // the same value.
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
