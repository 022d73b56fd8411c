import { AppError } from '../../domain/errors.ts';
import {
  isIdentifiedBySite,
  isSameVisitor,
  sessionStartOf,
  type VerifiedVisitor,
  type WidgetVisitor,
} from '../../domain/widgets.ts';
import type { Widget } from '../../domain/records/widget.ts';
import type { SiteIdentities } from './site-identities.ts';
import type { VisitorSessions } from './visitor-sessions.ts';
import type { IssuedToken, VisitorGrant, VisitorTokens } from './visitor-tokens.ts';

/** A caller of the token endpoint, with its earlier credentials. */
export interface Caller {
  widgetId: string;
  /** The browser's Origin header; absent for a client that is not a browser. */
  origin: string | undefined;
  /** The service's own origin, which serves the frames. */
  serviceOrigin: string;
  renewal?: string | undefined;
  proof?: string | undefined;
  /** The earlier conversation of a signed-in visitor to continue, in place of the renewal's. */
  sessionId?: string | undefined;
  /** A token that the site has signed for its visitor. */
  identity?: string | undefined;
  fresh: boolean;
}

export interface AuthenticatedVisitor extends IssuedToken {
  sessionId: string;
  visitor: VerifiedVisitor | undefined;
}

/** Authentication of registered widgets' visitors (docs/rules.md, Widget registry, rule 1). */
export interface WidgetAuth {
  /** The widget with an id, also a disabled one; undefined for an unknown id. */
  find(widgetId: string): Promise<Widget | undefined>;
  /** A widget that exists and is enabled; otherwise `widget-not-found` or `widget-disabled`. */
  open(widgetId: string): Promise<Widget>;
  /** Issues a visitor's token, or throws the refusal. */
  issueToken(caller: Caller): Promise<AuthenticatedVisitor>;
  /**
   * Authenticates a visitor's token for a conversation; without an id, for the one that the token names.
   * Undefined for text that is not a visitor's token, and for a token of a different conversation. A valid
   * token is checked against the widget as it is now, and refused after it has expired.
   */
  authenticate(token: string, sessionId: string | undefined): Promise<WidgetVisitor | undefined>;
}

interface Dependencies {
  widgets: { find(widgetId: string): Promise<{ widget: Widget } | undefined> };
  tokens: VisitorTokens;
  sessions: VisitorSessions;
  /** Counts a use of a proof, on all instances; 1 for the first one. */
  countProof: (id: string) => Promise<number>;
  identities: SiteIdentities;
}

export function widgetAuth({ widgets, tokens, sessions, countProof, identities }: Dependencies): WidgetAuth {
  async function find(widgetId: string): Promise<Widget | undefined> {
    return (await widgets.find(widgetId))?.widget;
  }

  async function requireWidget(widgetId: string): Promise<Widget> {
    const widget = await find(widgetId);
    if (!widget) throw new AppError('widget-not-found');
    return widget;
  }

  /** The valid claims of an earlier token: of this widget, by the directory that it has now. */
  async function earlierGrant(
    widget: Widget,
    renewal: string | undefined,
  ): Promise<VisitorGrant | undefined> {
    const grant = renewal === undefined ? undefined : await tokens.renewal(renewal);
    return grant?.widgetId === widget.id ? grant : undefined;
  }

  /** A proof can be used once: it passes through the page's URL and history, where others may find it. */
  async function redeemProof(widget: Widget, proof: string): Promise<VerifiedVisitor> {
    const proven = await tokens.proof(proof);
    const visitor = proven?.widgetId === widget.id ? currentlyVerified(widget, proven.visitor) : undefined;
    if (!proven || !visitor) throw new AppError('sign-in-required');
    if ((await countProof(proven.id)) !== 1) throw new AppError('sign-in-required');
    return visitor;
  }

  /** The requested session if it is the signed-in visitor's own, else the earlier token's. */
  async function resolveSession(
    before: VisitorGrant,
    requestedSessionId: string | undefined,
  ): Promise<VisitorGrant> {
    if (requestedSessionId === undefined || requestedSessionId === before.sessionId || !before.visitor) {
      return before;
    }
    const other = { ...before, sessionId: requestedSessionId };
    return (await sessions.isOwn(other)) ? other : before;
  }

  /**
   * The grant of a visitor whom the site identifies. The conversation at hand continues where it is theirs;
   * else as after a sign-in.
   */
  async function grantToIdentified(
    widget: Widget,
    { identity, fresh, sessionId: requestedSessionId }: Caller & { identity: string },
    before: VisitorGrant | undefined,
  ): Promise<VisitorGrant> {
    const widgetId = widget.id;
    const visitor = await identities.verify(widget, identity);
    if (before?.visitor && !isSameVisitor(before.visitor, visitor)) throw new AppError('identity-changed');
    if (fresh) return { widgetId, sessionId: await sessions.startNew(widgetId, visitor), visitor };
    if (before?.visitor) {
      const same = await resolveSession(
        { widgetId, sessionId: before.sessionId, visitor },
        requestedSessionId,
      );
      if (await sessions.continues(same, visitor)) return { ...same, visitor };
    }
    return { widgetId, sessionId: await sessions.resume(widgetId, visitor, before?.sessionId), visitor };
  }

  async function grantTo(widget: Widget, caller: Caller): Promise<VisitorGrant> {
    const { renewal, proof, identity, fresh, sessionId: requestedSessionId } = caller;
    const widgetId = widget.id;
    const before = await earlierGrant(widget, renewal);
    if (proof !== undefined) {
      const visitor = await redeemProof(widget, proof);
      const current = mayBecome(before, visitor) ? before?.sessionId : undefined;
      const sessionId = await (fresh
        ? sessions.startNew(widgetId, visitor)
        : sessions.resume(widgetId, visitor, current));
      return { widgetId, sessionId, visitor };
    }
    if (identity !== undefined) return await grantToIdentified(widget, { ...caller, identity }, before);
    const visitor = currentlyVerified(widget, before?.visitor);
    // Only the site knows whether its visitor is still signed in.
    if (isIdentifiedBySite(widget, visitor)) throw new AppError('identity-required');
    refuseForeignOrigin(widget, visitor);
    if (before && !fresh) {
      const { sessionId } = before;
      const same = await resolveSession(
        { widgetId, sessionId, ...(visitor && { visitor }) },
        requestedSessionId,
      );
      if (await sessions.isOpenTo(same)) return same;
    }
    if (!visitor) return { widgetId, sessionId: sessions.newId() };
    return { widgetId, sessionId: await sessions.startNew(widgetId, visitor), visitor };
  }

  async function open(widgetId: string): Promise<Widget> {
    const widget = await requireWidget(widgetId);
    refuseDisabled(widget);
    return widget;
  }

  return {
    find,
    open,

    async issueToken(caller) {
      const widget = await requireWidget(caller.widgetId);
      refuseForeignPage(widget, caller);
      refuseDisabled(widget);
      const grant = await grantTo(widget, caller);
      const { sessionId, visitor } = grant;
      return { ...(await tokens.issue(grant)), sessionId, visitor };
    },

    async authenticate(token, requestedSessionId) {
      const grant = await tokens.token(token);
      if (!grant || (requestedSessionId ?? grant.sessionId) !== grant.sessionId) return undefined;
      if (grant.expired) throw new AppError('unauthorized');
      const widget = await open(grant.widgetId);
      const { widgetId, sessionId } = grant;
      const visitor = currentlyVerified(widget, grant.visitor);
      refuseForeignOrigin(widget, visitor);
      return { widgetId, sessionId, visitor, start: sessionStartOf(widget, visitor) };
    },
  };
}

function refuseForeignPage({ allowedOrigins }: Widget, { origin, serviceOrigin }: Caller): void {
  if (origin === undefined || origin === serviceOrigin || allowedOrigins.includes(origin)) return;
  throw new AppError('origin-not-allowed');
}

function refuseDisabled({ enabled }: Widget): void {
  if (!enabled) throw new AppError('widget-disabled');
}

function refuseForeignOrigin({ signIn }: Widget, visitor: VerifiedVisitor | undefined): void {
  if (signIn?.required && !visitor) throw new AppError('sign-in-required');
}

/** A visitor's identity only holds for the directory and the site's login that the widget has now. */
function currentlyVerified(
  { signIn, siteLogin }: Widget,
  visitor: VerifiedVisitor | undefined,
): VerifiedVisitor | undefined {
  return visitor && [signIn?.issuer, siteLogin?.issuer].includes(visitor.issuer) ? visitor : undefined;
}

/**
 * A visitor who signs in continues their anonymous session, never one that another visitor has signed in to.
 */
function mayBecome(before: VisitorGrant | undefined, visitor: VerifiedVisitor): boolean {
  return before?.visitor === undefined || isSameVisitor(before.visitor, visitor);
}
