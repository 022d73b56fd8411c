import type { SessionRecord } from '../conversations/records/session.ts';
import { mayUseSession, type VisitorClaims } from '../conversations/rules/visitors.ts';
import type { Ports } from '../ports.ts';
import type { Threads } from '../conversations/threads.ts';
import type { RateGate } from '../platform/rate-gate.ts';
import type { VisitorSessions } from './visitor-sessions.ts';
import type { VisitorTokens } from './visitor-tokens.ts';

/** The credentials of a caller's conversations, and the client address. */
interface KnownConversations {
  /** Session ids of the plain chat. */
  sessionIds: readonly string[];
  /** Renewal tokens of an anonymous visitor of a registered widget. */
  renewals: readonly string[];
  clientIp: string | undefined;
}

interface Dependencies extends Pick<Ports, 'store'> {
  rateGate: Pick<RateGate, 'client'>;
  sessions: Pick<VisitorSessions, 'all'>;
  tokens: Pick<VisitorTokens, 'renewal'>;
  threads: Pick<Threads, 'newest'>;
}

/** The credential of a session: its id in the plain chat, for a registered widget also the claims. */
interface Key {
  sessionId: string;
  claims: VisitorClaims | undefined;
}

/** The list of a visitor's own conversations (docs/api.md, Visitor surface). */
export function visitorConversations({ store, rateGate, sessions, tokens, threads }: Dependencies) {
  async function keysOf(
    { sessionIds, renewals }: KnownConversations,
    claims: VisitorClaims | undefined,
  ): Promise<Key[]> {
    if (!claims) return sessionIds.map((sessionId) => ({ sessionId, claims }));
    const { widgetId, visitor } = claims;
    if (visitor) {
      const own = await sessions.all(widgetId, visitor);
      return own.map((sessionId) => ({ sessionId, claims: { ...claims, sessionId } }));
    }
    const grants = await Promise.all(renewals.map((renewal) => tokens.renewal(renewal)));
    return grants.flatMap((grant) =>
      grant?.widgetId === widgetId && !grant.visitor ? [{ sessionId: grant.sessionId, claims: grant }] : [],
    );
  }

  /** The newest session of its thread if the credential is valid; empty otherwise, also if it is missing. */
  async function open({ sessionId, claims }: Key): Promise<SessionRecord[]> {
    // Confirmed by a strong read, because a replica may lag behind and the widget drops missing sessions.
    const found = (await store.load(sessionId)) ?? (await store.load(sessionId, 'strong'));
    if (!found || !mayUseSession(found.session, claims)) return [];
    const { session } = await threads.newest(found);
    return mayUseSession(session, claims && { ...claims, sessionId: session.sessionId }) ? [session] : [];
  }

  return {
    /** The caller's stored conversations, newest first; each counts as a read of the client. */
    async list(known: KnownConversations, claims: VisitorClaims | undefined): Promise<SessionRecord[]> {
      const keys = new Map((await keysOf(known, claims)).map((key) => [key.sessionId, key]));
      // The request itself was already counted once.
      for (const _further of [...keys].slice(1)) await rateGate.client('reads', known.clientIp);
      const found = (await Promise.all(Array.from(keys.values(), open))).flat();
      const byId = new Map(found.map((session) => [session.sessionId, session]));
      return [...byId.values()].sort((one, other) => (one.lastMessageAt < other.lastMessageAt ? 1 : -1));
    },
  };
}
