import type { Session, SessionRecord, SessionStart, SignedInVisitor } from './records/session.ts';
import type { Widget, PublicConfig } from './records/widget.ts';
import { themeLook } from './theme.ts';

/** `greeting`: the assistant's greeting, for a widget without one; empty: the chat's default text. */
export function publicConfig(
  { id, branding = {}, signIn, siteLogin, attachments }: Pick<Widget, 'id'> & Partial<Widget>,
  greeting = '',
): PublicConfig {
  return {
    id,
    branding: {
      ...branding,
      ...themeLook(branding),
      greeting: branding.greeting ?? (greeting || undefined),
    },
    ...(signIn && { signIn: { required: signIn.required } }),
    ...(attachments && { attachments }),
    ...(siteLogin && { siteLogin: true }),
  };
}

/**
 * The fields of its widget that a session stores with its first message; never changed later (docs/rules.md,
 * Widget registry, rule 2).
 */
type WidgetStamp = NonNullable<Session['widget']>;

function stampOf({ id, name, primaryDomain }: Widget): WidgetStamp {
  return { id, name, primaryDomain };
}

/**
 * The other widgets with the same primary domain: allowed, but with a warning (docs/rules.md, Widget
 * registry, rule 4).
 */
export function widgetsSharingDomain(widget: Widget, all: readonly Widget[]): Widget[] {
  return all.filter((it) => it.id !== widget.id && it.primaryDomain === widget.primaryDomain);
}

/** The source domain of a conversation: its widget's primary domain, else the host of its origin. */
export function sourceDomain({
  widget,
  origin = '',
}: Pick<Session, 'widget' | 'origin'>): string | undefined {
  return widget?.primaryDomain ?? (URL.canParse(origin) ? new URL(origin).hostname : undefined);
}

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

/** The widget's fields for a new session. */
export function sessionStartOf(widget: Widget, visitor: VerifiedVisitor | undefined): WidgetVisitor['start'] {
  const { assistantId } = widget;
  return {
    widget: stampOf(widget),
    ...(assistantId !== undefined && { assistantId }),
    ...(visitor && visitorFields(visitor)),
  };
}

/** Whether the widget's current site login has identified the visitor. */
export function isIdentifiedBySite(
  { siteLogin }: Pick<Widget, 'siteLogin'>,
  visitor: VerifiedVisitor | undefined,
): boolean {
  return siteLogin !== undefined && siteLogin.issuer === visitor?.issuer;
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
