import type { Session } from '../../conversations/records/public-session.ts';
import type { Widget, PublicConfig } from '../records/widget.ts';
import { themeLook } from './theme.ts';
import {
  visitorFields,
  type VerifiedVisitor,
  type WidgetVisitor,
} from '../../conversations/rules/visitors.ts';

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
