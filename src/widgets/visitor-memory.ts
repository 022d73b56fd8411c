import * as z from 'zod/mini';
import { AppError } from '../core/errors.ts';
import { mayBeWidgetSession } from '../conversations/rules/ids.ts';
import { withNewest } from '../conversations/rules/visitors.ts';
import type { Ledger, Version } from '../ports.ts';

/** The ledger kinds that map visitors to sessions and back, so that a deleted session leaves no trace. */
const SESSIONS = 'visitors';
const VISITORS = 'visitor-of';

/** The current session of a visitor, and the earlier ones, newest first. */
const Entry = z.object({ sessionId: z.string(), earlier: z.optional(z.array(z.string())) });
const Visitor = z.object({ visitor: z.string() });

/** The maximum number of consecutive write conflicts. */
const MAX_ATTEMPTS = 20;

/** A visitor's sessions, newest first. */
interface VisitorSessionList {
  sessionIds: readonly string[];
  version: Version;
}

export function visitorMemory({ ledger }: { ledger: Ledger }) {
  async function sessionsOf(visitor: string): Promise<VisitorSessionList | undefined> {
    const entry = await ledger.read(SESSIONS, visitor);
    if (!entry) return undefined;
    const { sessionId, earlier = [] } = Entry.parse(entry.value);
    return { sessionIds: [sessionId, ...earlier], version: entry.version };
  }

  async function write(
    visitor: string,
    [sessionId, ...earlier]: readonly string[],
    expected: Version | 'absent',
  ): Promise<boolean> {
    const value = { sessionId, ...(earlier.length > 0 && { earlier }) };
    return (await ledger.write(SESSIONS, visitor, value, expected)) !== undefined;
  }

  /** Removes a session from its visitor's entry; repeated after a concurrent write. */
  async function remove(visitor: string, sessionId: string): Promise<void> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const bound = await sessionsOf(visitor);
      if (!bound?.sessionIds.includes(sessionId)) return;
      const rest = bound.sessionIds.filter((it) => it !== sessionId);
      const removed =
        rest.length > 0
          ? await write(visitor, rest, bound.version)
          : await ledger.remove(SESSIONS, visitor, bound.version);
      if (removed) return;
    }
    throw new AppError('store-unavailable');
  }

  async function removeVisitorOf(sessionId: string): Promise<void> {
    const entry = await ledger.read(VISITORS, sessionId);
    if (entry) await ledger.remove(VISITORS, sessionId, entry.version);
  }

  return {
    sessionsOf,

    /**
     * Makes a session the visitor's newest one, and drops the oldest beyond the list's limit. False after a
     * concurrent write since `before` was read.
     */
    async bind(visitor: string, sessionId: string, before: VisitorSessionList | undefined): Promise<boolean> {
      const known = before?.sessionIds ?? [];
      const sessionIds = withNewest(known, sessionId);
      // Written first, so that a deletion of the session finds its visitor. An existing entry has the same
      // value.
      await ledger.write(VISITORS, sessionId, { visitor }, 'absent');
      if (!(await write(visitor, sessionIds, before?.version ?? 'absent'))) return false;
      for (const id of known.filter((one) => !sessionIds.includes(one))) await removeVisitorOf(id);
      return true;
    },

    /** Puts the continuation of a session in its place in its visitor's list; a repeat changes nothing. */
    async replace(sessionId: string, continuedBy: string): Promise<void> {
      if (!mayBeWidgetSession(sessionId)) return;
      const entry = await ledger.read(VISITORS, sessionId);
      if (!entry) return;
      const { visitor } = Visitor.parse(entry.value);
      await ledger.write(VISITORS, continuedBy, { visitor }, 'absent');
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        const bound = await sessionsOf(visitor);
        if (!bound) return;
        const rest = bound.sessionIds.filter((id) => id !== sessionId);
        if (rest.length === bound.sessionIds.length && rest.includes(continuedBy)) return;
        if (await write(visitor, withNewest(rest, continuedBy), bound.version)) return;
      }
      throw new AppError('store-unavailable');
    },

    /** The other sessions of a session's visitor, newest first; empty for an unknown visitor. */
    async othersOf(sessionId: string): Promise<readonly string[]> {
      if (!mayBeWidgetSession(sessionId)) return [];
      const entry = await ledger.read(VISITORS, sessionId);
      const known = entry && (await sessionsOf(Visitor.parse(entry.value).visitor));
      return known?.sessionIds.filter((id) => id !== sessionId) ?? [];
    },

    /** Deletes the visitor's entry of a deleted session. */
    async forget(sessionId: string): Promise<void> {
      if (!mayBeWidgetSession(sessionId)) return;
      const entry = await ledger.read(VISITORS, sessionId);
      if (!entry) return;
      await remove(Visitor.parse(entry.value).visitor, sessionId);
      await removeVisitorOf(sessionId);
    },
  };
}

/** The latest sessions of each signed-in visitor; visitors are stored as hashes. */
export type VisitorMemory = ReturnType<typeof visitorMemory>;
