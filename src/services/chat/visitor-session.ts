import { recordOrigin } from '../../core/origin-recorder.ts';
import { AppError } from '../../domain/errors.ts';
import type { Allowlist } from '../../domain/origin.ts';
import type { SessionRecord } from '../../domain/records/session.ts';
import { startSession } from '../../domain/session-messages.ts';
import { mayUseSession, type VisitorClaims, type WidgetVisitor } from '../../domain/widgets.ts';

/** A call's facts about its visitor; recorded only when the call starts the session. */
export interface VisitorContext {
  /** The Origin request header. */
  originHeader?: string | undefined;
  pageUrl?: string | undefined;
  locale?: string | undefined;
}

/** Starts a visitor's session before its first message, at a time (RFC 3339, UTC). */
export type StartVisitorSession = (
  sessionId: string,
  now: string,
  surroundings: VisitorContext,
  claims: WidgetVisitor | undefined,
) => SessionRecord;

/** The only place that starts sessions, so that every session records its origin by the one rule. */
export function visitorSessionStart(allowlist: Allowlist): StartVisitorSession {
  return (sessionId, now, { originHeader, pageUrl, locale }, claims) => {
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
 * A session of a registered widget requires a token of its visitor, and other sessions accept none; all
 * else is `unauthorized`.
 */
export function requireSameVisitor(session: SessionRecord, claims: VisitorClaims | undefined): void {
  if (!mayUseSession(session, claims)) throw new AppError('unauthorized');
}
