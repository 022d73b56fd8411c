import type { SessionRecord, SessionStart, SignedInVisitor } from '../records/session.ts';

/** A verified visitor, with the issuer of the directory or site. */
export interface VerifiedVisitor extends SignedInVisitor {
  issuer: string;
}

/** The claims of a visitor's token for a registered widget. */
export interface VisitorClaims {
  widgetId: string;
  sessionId: string;
  /** Present once the visitor has signed in. */
  visitor?: Pick<VerifiedVisitor, 'issuer' | 'subject'> | undefined;
}

/** The visitor's own address; undefined unless the site or the directory has verified it. */
export function verifiedEmail({
  email,
  emailVerified,
}: Pick<SignedInVisitor, 'email' | 'emailVerified'>): string | undefined {
  return emailVerified === true ? email : undefined;
}

export function visitorFields({
  issuer: visitorIssuer,
  ...visitor
}: VerifiedVisitor): Required<Pick<SessionRecord, 'visitor' | 'visitorIssuer'>> {
  return { visitor, visitorIssuer };
}

/**
 * The session once a visitor has signed in to it. Everything that reached the anonymous visitor ends, because
 * they may be another person: the contact, the e-mails with their links, and the changes that wait for a
 * confirmation.
 */
export function adoptedBy(session: SessionRecord, visitor: VerifiedVisitor): SessionRecord {
  const { contact: _c, emails: _e, emailsStopped: _s, seenSeq: _n, ...kept } = session;
  return { ...kept, ...visitorFields(visitor), anonymousSeq: session.messageCount };
}

/** An authenticated visitor of a registered widget, with the fields for a new session. */
export interface WidgetVisitor extends VisitorClaims {
  start: Pick<SessionStart, 'widget' | 'assistantId' | 'visitor' | 'visitorIssuer'>;
}

/** Whether two visitors are the same person: a subject means a person only together with its issuer. */
export function isSameVisitor(one: VerifiedVisitor | undefined, other: VerifiedVisitor): boolean {
  return one?.issuer === other.issuer && one.subject === other.subject;
}

/** The session fields that decide who may use it. */
type OwnedSession = Pick<SessionRecord, 'sessionId' | 'widget' | 'visitor' | 'visitorIssuer'>;

/**
 * Whether a caller may use a session (docs/rules.md, Widget registry; docs/api.md, Visitor tokens). A session
 * of a widget needs a token of that widget for that session and its visitor. Any other session accepts no
 * token.
 */
export function mayUseSession(session: OwnedSession, claims: VisitorClaims | undefined): boolean {
  if (claims === undefined) return session.widget === undefined;
  return (
    session.widget?.id === claims.widgetId &&
    session.sessionId === claims.sessionId &&
    session.visitor?.subject === claims.visitor?.subject &&
    session.visitorIssuer === claims.visitor?.issuer
  );
}

/** Whether a visitor who signs in may continue a session: their own, or an anonymous one. */
export function canAdoptSession(session: OwnedSession, claims: VisitorClaims): boolean {
  return mayUseSession(session, claims) || mayUseSession(session, { ...claims, visitor: undefined });
}

/** The maximum number of conversations in a visitor's list (the newest). */
export const LISTED_CONVERSATIONS = 20;

/** Moves a session id to the front of a visitor's list, or adds it. */
export function withNewest(sessionIds: readonly string[], sessionId: string): string[] {
  return [sessionId, ...sessionIds.filter((it) => it !== sessionId)].slice(0, LISTED_CONVERSATIONS);
}
