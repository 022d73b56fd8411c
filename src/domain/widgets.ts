import type { Session, SessionRecord, SessionStart, SignedInVisitor } from './session.ts';

/** How one widget looks and what it says, where that differs from the defaults. */
export interface Branding {
  title?: string | undefined;
  greeting?: string | undefined;
  /** A CSS colour in hexadecimal notation, for example `#0f766e`. */
  color?: string | undefined;
  theme?: 'light' | 'dark' | 'auto' | undefined;
  corner?: 'left' | 'right' | undefined;
  /** A data URL of a PNG, JPEG, WebP or GIF picture, at most 32 KB. */
  logo?: string | undefined;
  privacyUrl?: string | undefined;
  /** Up to three questions to begin with. */
  suggestions?: readonly string[] | undefined;
  /** Words of the chat by their English originals. */
  strings?: Readonly<Record<string, string>> | undefined;
}

/** The OpenID directory in which the visitors of one widget sign in. */
export interface VisitorDirectory {
  /** An https address; its metadata is at `/.well-known/openid-configuration` below it. */
  issuer: string;
  clientId: string;
  /** Nobody chats without signing in. */
  required: boolean;
}

/** A registered widget (specification, Widget registry). */
export interface Widget {
  id: string;
  name: string;
  /** A host name, shown as the source of the widget's chats; lower case. */
  primaryDomain: string;
  /** The origins whose pages may frame it. */
  allowedOrigins: readonly string[];
  /** The AI agent of its chats; without one, the global default. */
  assistantId?: string | undefined;
  signIn?: VisitorDirectory | undefined;
  branding?: Branding | undefined;
  enabled: boolean;
  createdAt: string;
  updatedAt: string;
}

/** What a registered widget shows to anyone on the sites that embed it. */
export interface WidgetFace {
  id: string;
  branding: Branding;
  /** How visitors sign in, if they can. */
  signIn?: { required: boolean };
}

/** `greeting` is the AI agent's, for a widget without one of its own; empty for the chat's own words. */
export function faceOf(
  { id, branding = {}, signIn }: Pick<Widget, 'id'> & Partial<Widget>,
  greeting = '',
): WidgetFace {
  return {
    id,
    branding: { ...branding, greeting: branding.greeting ?? (greeting || undefined) },
    ...(signIn && { signIn: { required: signIn.required } }),
  };
}

/** What a widget's round button shows, on a page where nobody may ever press it. */
export type LauncherFace = Omit<Branding, 'greeting' | 'privacyUrl' | 'suggestions'>;

export function launcherFaceOf({ branding = {} }: Widget): LauncherFace {
  const { greeting: _greeting, privacyUrl: _privacy, suggestions: _suggestions, ...face } = branding;
  return face;
}

/** What an admin chooses of a widget. */
export type WidgetEdit = Omit<Widget, 'id' | 'enabled' | 'createdAt' | 'updatedAt'>;

/** What a chat keeps of its widget, written once with its first message (specification, Widget registry, rule 2). */
export type WidgetStamp = NonNullable<Session['widget']>;

export function stampOf({ id, name, primaryDomain }: Widget): WidgetStamp {
  return { id, name, primaryDomain };
}

/** The other widgets with the same primary domain: allowed, but worth a warning (specification, Widget registry, rule 4). */
export function sharingDomain(widget: Widget, all: readonly Widget[]): Widget[] {
  return all.filter((it) => it.id !== widget.id && it.primaryDomain === widget.primaryDomain);
}

/** Where a chat comes from, as agents see it: its widget's domain, else the host of the site that embedded the chat. */
export function sourceDomain({
  widget,
  origin = '',
}: Pick<Session, 'widget' | 'origin'>): string | undefined {
  return widget?.primaryDomain ?? (URL.canParse(origin) ? new URL(origin).hostname : undefined);
}

/** A visitor who has signed in, and the directory that vouches for them. */
export interface VouchedVisitor extends SignedInVisitor {
  issuer: string;
}

/** A visitor who holds a token of a registered widget. */
export interface VisitorPass {
  widgetId: string;
  sessionId: string;
  /** Present once the visitor has signed in. */
  visitor?: Pick<VouchedVisitor, 'issuer' | 'subject'> | undefined;
}

/** The fields of a session that say who its visitor is. */
export function recordedVisitor({
  issuer: visitorIssuer,
  ...visitor
}: VouchedVisitor): Required<Pick<SessionRecord, 'visitor' | 'visitorIssuer'>> {
  return { visitor, visitorIssuer };
}

/** A visitor of a registered widget who was let in, with what their chat keeps of it from its first message on. */
export interface WidgetVisitor extends VisitorPass {
  start: Pick<SessionStart, 'widget' | 'assistantId' | 'visitor' | 'visitorIssuer'>;
}

/** What a chat begins with that a visitor starts on a widget. */
export function startOn(widget: Widget, visitor: VouchedVisitor | undefined): WidgetVisitor['start'] {
  const { assistantId } = widget;
  return {
    widget: stampOf(widget),
    ...(assistantId !== undefined && { assistantId }),
    ...(visitor && recordedVisitor(visitor)),
  };
}

/** What decides who may use a session. */
export type OwnedSession = Pick<SessionRecord, 'sessionId' | 'widget' | 'visitor' | 'visitorIssuer'>;

/**
 * Whether a caller may use a session: one that belongs to a widget needs a pass of that widget for that session and its
 * visitor, any other needs no pass and takes none (specification, Widget registry; docs/api.md, Visitor tokens).
 */
export function mayUseSession(session: OwnedSession, pass: VisitorPass | undefined): boolean {
  if (pass === undefined) return session.widget === undefined;
  return (
    session.widget?.id === pass.widgetId &&
    session.sessionId === pass.sessionId &&
    session.visitor?.subject === pass.visitor?.subject &&
    session.visitorIssuer === pass.visitor?.issuer
  );
}

/** Whether a visitor who signs in may continue a session: their own, or one that began without a name. */
export function mayBecomeTheirs(session: OwnedSession, pass: VisitorPass): boolean {
  return mayUseSession(session, pass) || mayUseSession(session, { ...pass, visitor: undefined });
}
