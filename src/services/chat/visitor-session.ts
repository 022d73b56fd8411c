import { AppError } from '../../domain/errors.ts';
import type { SessionRecord, SessionStart } from '../../domain/records/session.ts';
import { mayUseSession, type VisitorClaims, type WidgetVisitor } from '../../domain/widgets.ts';

/** What a call says of its visitor; recorded only when it starts the session. */
export interface VisitorSurroundings {
  origin?: string | undefined;
  pageUrl?: string | undefined;
  locale?: string | undefined;
}

/** The first fields of a session that a call starts. */
export function sessionStart(
  { origin, pageUrl, locale }: VisitorSurroundings,
  claims: WidgetVisitor | undefined,
): SessionStart {
  return {
    ...claims?.start,
    ...(origin !== undefined && { origin }),
    ...(pageUrl !== undefined && { pageUrl }),
    ...(locale !== undefined && { locale }),
  };
}

/**
 * A session of a registered widget requires a token of its visitor, and other sessions accept none; all
 * else is `unauthorized`.
 */
export function refuseOthers(session: SessionRecord, claims: VisitorClaims | undefined): void {
  if (!mayUseSession(session, claims)) throw new AppError('unauthorized');
}
