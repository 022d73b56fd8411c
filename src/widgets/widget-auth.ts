import { AppError } from '../core/errors.ts';
import { isLaterPart } from '../conversations/rules/thread.ts';
import { isIdentifiedBySite, sessionStartOf } from './rules/widgets.ts';
import { isSameVisitor, type VerifiedVisitor, type WidgetVisitor } from '../conversations/rules/visitors.ts';
import type { Widget } from './records/widget.ts';
import type { SiteIdentities } from './site-identities.ts';
import type { VisitorSessions } from './visitor-sessions.ts';
import type { IssuedToken, VisitorGrant, VisitorTokens } from './visitor-tokens.ts';

/** A request to the token endpoint, with its earlier credentials. */
interface Caller {
  widgetId: string;
  /** The browser's Origin header; absent for a client that is not a browser. */
  origin: string | undefined;
  /** The service's origin, which serves the frames. */
  serviceOrigin: string;
  renewal?: string | undefined;
  proof?: string | undefined;
  /** The conversation that a signed-in visitor wants to continue; default: the one of the renewal. */
  sessionId?: string | undefined;
  /** An identity token of the site. */
  identity?: string | undefined;
  /** Whether a visitor who signs in continues the conversation that a link opened; absent: not asked yet. */
  continue?: boolean | undefined;
  fresh: boolean;
}

interface AuthenticatedVisitor extends IssuedToken {
  sessionId: string;
  visitor: VerifiedVisitor | undefined;
  /** A link opened the conversation; who signs in is asked before it becomes theirs. */
  linked: boolean;
}

interface Dependencies {
  widgets: { find(widgetId: string): Promise<{ widget: Widget } | undefined> };
  tokens: VisitorTokens;
  sessions: VisitorSessions;
  /** Counts the uses of a proof on all instances; 1 at the first use. */
  countProof: (id: string) => Promise<number>;
  identities: SiteIdentities;
}

export function widgetAuth({ widgets, tokens, sessions, countProof, identities }: Dependencies) {
  async function find(widgetId: string): Promise<Widget | undefined> {
    return (await widgets.find(widgetId))?.widget;
  }

  async function requireWidget(widgetId: string): Promise<Widget> {
    const widget = await find(widgetId);
    if (!widget) throw new AppError('widget-not-found');
    return widget;
  }

  /** The claims of an earlier token of this widget, if its current directory still applies. */
  async function earlierGrant(
    widget: Widget,
    renewal: string | undefined,
  ): Promise<VisitorGrant | undefined> {
    const grant = renewal === undefined ? undefined : await tokens.renewal(renewal);
    return grant?.widgetId === widget.id ? grant : undefined;
  }

  async function requireProof(
    widget: Widget,
    proof: string,
  ): Promise<{ id: string; visitor: VerifiedVisitor }> {
    const proven = await tokens.proof(proof);
    const visitor = proven?.widgetId === widget.id ? currentlyVerified(widget, proven.visitor) : undefined;
    if (!proven || !visitor) throw new AppError('sign-in-required');
    return { id: proven.id, visitor };
  }

  /** Redeems a proof once, because it passes through the page's URL and the browser's history. */
  async function redeem({ id }: { id: string }): Promise<void> {
    if ((await countProof(id)) !== 1) throw new AppError('sign-in-required');
  }

  /**
   * The anonymous grant, while a visitor who signs in has not answered whether they continue the conversation
   * that a link opened: someone else can have sent them the link to their own conversation.
   */
  async function unanswered(
    { signIn }: Widget,
    { continue: answer, fresh }: Caller,
    before: VisitorGrant | undefined,
  ): Promise<VisitorGrant | undefined> {
    const isAsked = before?.linked && answer === undefined && !fresh && !signIn?.required;
    return isAsked && (await sessions.isOpenTo(before)) ? before : undefined;
  }

  /**
   * The requested session if it belongs to the signed-in visitor or continues the session of the earlier
   * token, else the session of the earlier token.
   */
  async function resolveSession(
    before: VisitorGrant,
    requestedSessionId: string | undefined,
  ): Promise<VisitorGrant> {
    if (requestedSessionId === undefined || requestedSessionId === before.sessionId) return before;
    const other = { ...before, sessionId: requestedSessionId };
    if (isLaterPart(before.sessionId, requestedSessionId)) return other;
    if (!before.visitor) return before;
    return (await sessions.isOwn(other)) ? other : before;
  }

  /**
   * The grant of a visitor whom the site identifies. Their current conversation continues if it belongs to
   * them; otherwise the same rules apply as after a sign-in.
   */
  async function grantToIdentified(
    widget: Widget,
    caller: Caller & { identity: string },
    before: VisitorGrant | undefined,
  ): Promise<VisitorGrant> {
    const { identity, fresh, sessionId: requestedSessionId } = caller;
    const widgetId = widget.id;
    const visitor = await identities.verify(widget, identity);
    if (before?.visitor && !isSameVisitor(before.visitor, visitor)) throw new AppError('identity-changed');
    if (fresh) return { widgetId, sessionId: await sessions.startNew(widgetId, visitor), visitor };
    const anonymous = await unanswered(widget, caller, before);
    if (anonymous) return anonymous;
    if (before?.visitor) {
      const same = await resolveSession(
        { widgetId, sessionId: before.sessionId, visitor },
        requestedSessionId,
      );
      if (await sessions.continues(same, visitor)) return { ...same, visitor };
    }
    return {
      widgetId,
      sessionId: await sessions.resume(widgetId, visitor, currentOf(caller, before)),
      visitor,
    };
  }

  async function grantTo(widget: Widget, caller: Caller): Promise<VisitorGrant> {
    const { renewal, proof, identity, fresh, sessionId: requestedSessionId } = caller;
    const widgetId = widget.id;
    const before = await earlierGrant(widget, renewal);
    if (proof !== undefined) {
      const proven = await requireProof(widget, proof);
      const anonymous = await unanswered(widget, caller, before);
      if (anonymous) return anonymous;
      await redeem(proven);
      const { visitor } = proven;
      const current = mayBecome(before, visitor) ? currentOf(caller, before) : undefined;
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
      const { sessionId, linked } = before;
      const same = await resolveSession(
        { widgetId, sessionId, ...(visitor && { visitor }), ...(linked && { linked }) },
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
    /** The widget with an id, also if disabled; undefined for an unknown id. */
    find,
    /** Throws `widget-not-found` or `widget-disabled`. */
    open,

    /** Issues a visitor's token, or throws the refusal. */
    async issueToken(caller: Caller): Promise<AuthenticatedVisitor> {
      const widget = await requireWidget(caller.widgetId);
      refuseForeignPage(widget, caller);
      refuseDisabled(widget);
      const grant = await grantTo(widget, caller);
      const { sessionId, visitor, linked = false } = grant;
      return { ...(await tokens.issue(grant)), sessionId, visitor, linked };
    },

    /**
     * Authenticates a visitor's token for a conversation; default: the conversation of the token. Undefined
     * for other texts, and for a token of another conversation. Throws if the token has expired, or the
     * current state of the widget does not allow it.
     */
    async authenticate(
      token: string,
      requestedSessionId: string | undefined,
    ): Promise<WidgetVisitor | undefined> {
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

/** Authentication of registered widgets' visitors (docs/rules.md, Widget registry, rule 1). */
export type WidgetAuth = ReturnType<typeof widgetAuth>;

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

/** The visitor, if verified by the widget's current directory or site login. */
function currentlyVerified(
  { signIn, siteLogin }: Widget,
  visitor: VerifiedVisitor | undefined,
): VerifiedVisitor | undefined {
  return visitor && [signIn?.issuer, siteLogin?.issuer].includes(visitor.issuer) ? visitor : undefined;
}

/** The session that a visitor who signs in can continue; one that a link opened only after they agreed. */
function currentOf(
  { continue: agreed }: Caller,
  before: VisitorGrant | undefined,
): { sessionId: string; isChosen: boolean } | undefined {
  if (!before || (before.linked && !agreed)) return undefined;
  return { sessionId: before.sessionId, isChosen: before.linked === true };
}

/**
 * Whether a visitor who signs in may continue the session of the earlier token: only an anonymous or their
 * own one.
 */
function mayBecome(before: VisitorGrant | undefined, visitor: VerifiedVisitor): boolean {
  return before?.visitor === undefined || isSameVisitor(before.visitor, visitor);
}
