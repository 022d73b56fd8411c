import { createHmac } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { widgetSessionId } from '../conversations/rules/ids.ts';
import {
  adoptedBy,
  canAdoptSession,
  mayUseSession,
  visitorFields,
  type VisitorClaims,
  type VerifiedVisitor,
} from '../conversations/rules/visitors.ts';
import { visitorsGroup } from '../platform/rules/realtime-groups.ts';
import type { Ports } from '../ports.ts';
import { requireStored, type Conversations } from '../conversations/conversations.ts';
import type { Background } from '../platform/background.ts';
import { retryOnConflict } from '../platform/retry-on-conflict.ts';
import type { VisitorMemory } from './visitor-memory.ts';

/** The session in which a visitor signs in. */
interface CurrentSession {
  sessionId: string;
  /** The visitor has agreed to continue it. */
  isChosen: boolean;
}

/** A visitor's identity: a subject of an issuer. */
type VisitorIdentity = NonNullable<VisitorClaims['visitor']>;

type Dependencies = Pick<Ports, 'clock' | 'random' | 'realtime' | 'store' | 'telemetry'> & {
  memory: VisitorMemory;
  conversations: Conversations;
  background: Background;
  /** The HMAC key for visitors; only the hash is stored. */
  hashKey: () => Promise<Uint8Array>;
};

/** Stores the session of each signed-in visitor of a widget (docs/api.md, Visitor tokens). */
export function visitorSessions(dependencies: Dependencies) {
  const { memory, store, conversations, hashKey, random, realtime, background } = dependencies;
  const newId = () => widgetSessionId(random.bytes(16));

  async function idOf(widgetId: string, { issuer, subject }: VisitorIdentity): Promise<string> {
    const words = JSON.stringify([widgetId, issuer, subject]);
    return createHmac('sha256', await hashKey())
      .update(words)
      .digest('hex');
  }

  /** Binds the session that `choose` returns to the visitor; `choose` is called again after a conflict. */
  async function bind(
    widgetId: string,
    visitor: VerifiedVisitor,
    choose: (bound: string | undefined) => Promise<string>,
  ): Promise<string> {
    const id = await idOf(widgetId, visitor);
    return await retryOnConflict('visitor-session', dependencies, async () => {
      const before = await memory.sessionsOf(id);
      const bound = before?.sessionIds[0];
      const sessionId = await choose(bound);
      const written = sessionId === bound || (await memory.bind(id, sessionId, before));
      return written ? { written: true, result: sessionId } : { written: false };
    });
  }

  /** The relation of a session to a visitor. */
  async function stateFor(claims: VisitorClaims) {
    const { sessionId } = claims;
    const found = (await store.load(sessionId)) ?? (await store.load(sessionId, 'strong'));
    if (!found) return 'unstarted';
    const { session } = found;
    return session.status !== 'closed' && canAdoptSession(session, claims) ? 'live' : 'over';
  }

  /**
   * Assigns the visitor to an anonymous session, and closes its anonymous connections; false if another
   * visitor was first. Changed attributes of a visitor are stored in their session.
   */
  async function assignVisitor(claims: VisitorClaims, visitor: VerifiedVisitor): Promise<boolean> {
    const { sessionId } = claims;
    const outcome = await conversations.change(sessionId, (conversation) => {
      const session = conversation?.session;
      if (!session) return { result: 'theirs' };
      if (!canAdoptSession(session, claims)) return { result: 'foreign' };
      if (!mayUseSession(session, claims)) {
        return { commit: { session: adoptedBy(session, visitor) }, result: 'adopted' };
      }
      const known = visitorFields(visitor);
      if (isDeepStrictEqual(session.visitor, known.visitor)) return { result: 'theirs' };
      return { commit: { session: { ...session, ...known } }, result: 'theirs' };
    });
    const result = requireStored(outcome);
    if (result === 'adopted') background.run(realtime.disconnect(visitorsGroup(sessionId)));
    return result !== 'foreign';
  }

  async function resume(
    widgetId: string,
    visitor: VerifiedVisitor,
    current: CurrentSession | undefined,
  ): Promise<string> {
    const claimsFor = (sessionId: string): VisitorClaims => ({ widgetId, sessionId, visitor });
    const isLive = async (sessionId: string) => (await stateFor(claimsFor(sessionId))) === 'live';
    const sessionId = await bind(widgetId, visitor, async (bound) => {
      if (current?.isChosen && (await isLive(current.sessionId))) return current.sessionId;
      const own = bound === undefined ? 'over' : await stateFor(claimsFor(bound));
      if (bound !== undefined && own === 'live') return bound;
      if (current && (await isLive(current.sessionId))) return current.sessionId;
      return bound !== undefined && own === 'unstarted' ? bound : newId();
    });
    return (await assignVisitor(claimsFor(sessionId), visitor))
      ? sessionId
      : await resume(widgetId, visitor, undefined);
  }

  return {
    newId,
    /**
     * Whether a token is still valid for its session: not after another visitor signed in to it, and not for
     * an anonymous token after any visitor signed in.
     */
    async isOpenTo(claims: VisitorClaims): Promise<boolean> {
      const session = (await store.load(claims.sessionId))?.session;
      return !session || mayUseSession(session, claims);
    },
    /**
     * Whether the visitor can continue their session, or a session that is not started yet. Changed
     * attributes of the visitor are stored in it.
     */
    async continues(claims: VisitorClaims, visitor: VerifiedVisitor): Promise<boolean> {
      const outcome = await conversations.change(claims.sessionId, (conversation) => {
        const session = conversation?.session;
        if (!session) return { result: true };
        if (!mayUseSession(session, claims)) return { result: false };
        const known = visitorFields(visitor);
        if (isDeepStrictEqual(session.visitor, known.visitor)) return { result: true };
        return { commit: { session: { ...session, ...known } }, result: true };
      });
      return requireStored(outcome);
    },
    /**
     * The visitor's earlier session, else `current`, else a new one; it is then bound to the visitor. With
     * `isChosen`, `current` is the first choice. Closed sessions, sessions of other visitors, and a `current`
     * without a message (another holder of its token could start it) are not continued.
     */
    resume,
    /** Binds a session without messages to the visitor: their newest one, else a new one. */
    startNew: (widgetId: string, visitor: VerifiedVisitor): Promise<string> =>
      bind(widgetId, visitor, async (bound) => {
        const isUnused =
          bound !== undefined && (await stateFor({ widgetId, sessionId: bound, visitor })) === 'unstarted';
        return isUnused ? bound : newId();
      }),
    /** Whether a session is stored and belongs to the visitor. */
    async isOwn(claims: VisitorClaims): Promise<boolean> {
      const { sessionId } = claims;
      const found = (await store.load(sessionId)) ?? (await store.load(sessionId, 'strong'));
      return found !== undefined && mayUseSession(found.session, claims);
    },
    /** The visitor's sessions on a widget, on all devices, newest first; some may not be started. */
    async all(widgetId: string, visitor: VisitorIdentity): Promise<readonly string[]> {
      return (await memory.sessionsOf(await idOf(widgetId, visitor)))?.sessionIds ?? [];
    },
  };
}

/** The sessions of signed-in visitors, across their browsers. */
export type VisitorSessions = ReturnType<typeof visitorSessions>;
