import { recordOrigin } from '../core/origin-recorder.ts';
import { AppError, invalidField } from '../core/errors.ts';
import { continuationIdOf } from './rules/ids.ts';
import type { Allowlist } from './rules/origin.ts';
import type { Message } from './records/message.ts';
import type { SessionRecord } from './records/session.ts';
import { startSession } from './rules/session-messages.ts';
import { continueSession, mayVisitorContinue } from './rules/thread.ts';
import { mayUseSession, type VisitorClaims, type WidgetVisitor } from './rules/visitors.ts';
import type { Ports } from '../ports.ts';

/** The visitor's context in a request; stored only when the request starts the session. */
export interface VisitorContext {
  /** The Origin request header. */
  originHeader?: string | undefined;
  pageUrl?: string | undefined;
  locale?: string | undefined;
}

/** Creates a visitor's session at a time (RFC 3339, UTC). Throws `chat-off` while the chat is off. */
export type StartVisitorSession = (
  sessionId: string,
  now: string,
  surroundings: VisitorContext,
  claims: WidgetVisitor | undefined,
) => Promise<SessionRecord>;

/** The continuation of a visitor's closed session, with the system message that divides them. */
export type ContinueVisitorSession = (
  sessionId: string,
  continues: string,
  now: string,
  claims: WidgetVisitor | undefined,
) => Promise<{ session: SessionRecord; message: Message }>;

type Dependencies = Pick<Ports, 'clock' | 'random' | 'store'> & {
  isChatOff: () => Promise<boolean>;
  /** The setting CONTINUE_DAYS. */
  continueDays: number;
};

/**
 * Continues a closed session for its visitor. Throws `session-closed` after the days in which that is
 * possible, and `chat-off` while the chat is off.
 */
export function visitorSessionContinuation(dependencies: Dependencies): ContinueVisitorSession {
  const { store, clock, random, isChatOff, continueDays } = dependencies;
  return async (sessionId, continues, now, claims) => {
    if (await isChatOff()) throw new AppError('chat-off');
    if (continuationIdOf(continues) !== sessionId) {
      throw invalidField('continues', 'is continued under another id');
    }
    const closed = (await store.load(continues, 'strong'))?.session;
    if (!closed) throw new AppError('session-not-found');
    requireSameVisitor(closed, claims && { ...claims, sessionId: continues });
    if (closed.status !== 'closed') throw new AppError('session-not-closed');
    if (!mayVisitorContinue(closed, clock.now(), continueDays)) throw new AppError('session-closed');
    return continueSession(closed, random.uuid(), now);
  };
}

/** The only creator of first sessions, so that `recordOrigin` applies to each. */
export function visitorSessionStart(
  allowlist: Allowlist,
  isChatOff: () => Promise<boolean>,
): StartVisitorSession {
  return async (sessionId, now, { originHeader, pageUrl, locale }, claims) => {
    if (await isChatOff()) throw new AppError('chat-off');
    const origin = recordOrigin(originHeader, allowlist);
    return startSession(sessionId, now, {
      ...claims?.start,
      ...(origin !== undefined && { origin }),
      ...(pageUrl !== undefined && { pageUrl }),
      ...(locale !== undefined && { locale }),
    });
  };
}

/**
 * Authorizes a visitor: a session of a registered widget requires its visitor's token, and other sessions
 * must have no token. Throws `unauthorized` otherwise.
 */
export function requireSameVisitor(session: SessionRecord, claims: VisitorClaims | undefined): void {
  if (!mayUseSession(session, claims)) throw new AppError('unauthorized');
}
