import type { Session, SessionRecord, SessionStart, SignedInVisitor } from './session.ts';

/** A widget's look and texts, where they differ from the defaults. */
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
  /** Up to three suggested questions. */
  suggestions?: readonly string[] | undefined;
  /** Texts of the chat by their English originals. */
  strings?: Readonly<Record<string, string>> | undefined;
}

/** The OpenID directory in which a widget's visitors sign in. */
export interface VisitorDirectory {
  /** An https URL; its metadata is at `/.well-known/openid-configuration` below it. */
  issuer: string;
  clientId: string;
  /** Visitors must sign in to chat. */
  required: boolean;
}

/** A registered widget (Specification, Widget registry). */
export interface Widget {
  id: string;
  name: string;
  /** A host name in lower case, shown as the source of the widget's chats. */
  primaryDomain: string;
  /** The origins that may frame it. */
  allowedOrigins: readonly string[];
  /** The assistant of its chats; default: the global default. */
  assistantId?: string | undefined;
  signIn?: VisitorDirectory | undefined;
  branding?: Branding | undefined;
  enabled: boolean;
  createdAt: string;
  updatedAt: string;
}

/** The public configuration of a registered widget, for the sites that embed it. */
export interface WidgetFace {
  id: string;
  branding: Branding;
  /** Whether and how visitors can sign in. */
  signIn?: { required: boolean };
}

/** `greeting` is the assistant's, for a widget without one; empty for the chat's default text. */
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

/** The public configuration of a widget's launcher. */
export type LauncherFace = Omit<Branding, 'greeting' | 'privacyUrl' | 'suggestions'>;

export function launcherFaceOf({ branding = {} }: Widget): LauncherFace {
  const { greeting: _greeting, privacyUrl: _privacy, suggestions: _suggestions, ...face } = branding;
  return face;
}

/** The fields of a widget that admins edit. */
export type WidgetEdit = Omit<Widget, 'id' | 'enabled' | 'createdAt' | 'updatedAt'>;

/**
 * What a session stores of its widget, written once with its first message (Specification, Widget registry,
 * rule 2).
 */
export type WidgetStamp = NonNullable<Session['widget']>;

export function stampOf({ id, name, primaryDomain }: Widget): WidgetStamp {
  return { id, name, primaryDomain };
}

/**
 * The other widgets with the same primary domain: allowed, but with a warning (Specification, Widget
 * registry, rule 4).
 */
export function sharingDomain(widget: Widget, all: readonly Widget[]): Widget[] {
  return all.filter((it) => it.id !== widget.id && it.primaryDomain === widget.primaryDomain);
}

/** The source of a chat for agents: its widget's domain, else the host of the embedding site. */
export function sourceDomain({
  widget,
  origin = '',
}: Pick<Session, 'widget' | 'origin'>): string | undefined {
  return widget?.primaryDomain ?? (URL.canParse(origin) ? new URL(origin).hostname : undefined);
}

/** A visitor who has signed in, with the issuer of the directory. */
export interface VouchedVisitor extends SignedInVisitor {
  issuer: string;
}

/** The claims of a visitor's token for a registered widget. */
export interface VisitorPass {
  widgetId: string;
  sessionId: string;
  /** Present once the visitor has signed in. */
  visitor?: Pick<VouchedVisitor, 'issuer' | 'subject'> | undefined;
}

/** The session fields that identify its visitor. */
export function recordedVisitor({
  issuer: visitorIssuer,
  ...visitor
}: VouchedVisitor): Required<Pick<SessionRecord, 'visitor' | 'visitorIssuer'>> {
  return { visitor, visitorIssuer };
}

/** An authenticated visitor of a registered widget, with what the session stores of the widget. */
export interface WidgetVisitor extends VisitorPass {
  start: Pick<SessionStart, 'widget' | 'assistantId' | 'visitor' | 'visitorIssuer'>;
}

/** The first fields of a session that a visitor starts on a widget. */
export function startOn(widget: Widget, visitor: VouchedVisitor | undefined): WidgetVisitor['start'] {
  const { assistantId } = widget;
  return {
    widget: stampOf(widget),
    ...(assistantId !== undefined && { assistantId }),
    ...(visitor && recordedVisitor(visitor)),
  };
}

/** The session fields that decide who may use it. */
export type OwnedSession = Pick<SessionRecord, 'sessionId' | 'widget' | 'visitor' | 'visitorIssuer'>;

/**
 * Whether a caller may use a session: one of a widget needs a token of that widget for that session and its
 * visitor; any other needs no token and accepts none (Specification, Widget registry; docs/api.md, Visitor
 * tokens).
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

/** Whether a visitor who signs in may continue a session: their own, or an anonymous one. */
export function mayBecomeTheirs(session: OwnedSession, pass: VisitorPass): boolean {
  return mayUseSession(session, pass) || mayUseSession(session, { ...pass, visitor: undefined });
}
