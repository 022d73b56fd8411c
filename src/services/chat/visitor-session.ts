import { recordOrigin } from '../../core/origin-recorder.ts';
import { AppError } from '../../domain/errors.ts';
import type { Allowlist } from '../../domain/origin.ts';
import type { SessionRecord } from '../../domain/records/session.ts';
import { startSession } from '../../domain/session-messages.ts';
import { mayUseSession, type VisitorClaims, type WidgetVisitor } from '../../domain/widgets.ts';

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

/** The only creator of sessions, so that `recordOrigin` applies to each. */
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
