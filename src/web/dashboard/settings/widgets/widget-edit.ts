import type { Widget } from '../../../../widgets/wire/widgets.ts';
import type { SiteLogin, WidgetEdit } from '../../../../widgets/records/widget.ts';
import type { SavedState } from '../../parts/draft.ts';
import { linesOf } from '../../../ui/field.tsx';

export const BLANK_WIDGET: SavedState<WidgetEdit> = {
  edit: { name: '', primaryDomain: '', allowedOrigins: [], branding: {} },
};

/** The form values of a stored widget. */
export function savedWidget(widget: Widget): SavedState<WidgetEdit> {
  const { name, primaryDomain, allowedOrigins, assistantId, signIn, branding = {}, hours, etag } = widget;
  const { siteLogin, agentGroups, attachments, proactive } = widget;
  return {
    edit: {
      name,
      primaryDomain,
      allowedOrigins,
      assistantId,
      signIn,
      siteLogin,
      branding,
      hours,
      agentGroups,
      attachments,
      proactive,
    },
    etag,
  };
}

/** The request body, without empty lines and empty texts. */
export function widgetRequest({
  branding = {},
  allowedOrigins,
  agentGroups = [],
  siteLogin,
  ...edit
}: WidgetEdit): WidgetEdit {
  const { suggestions = [], strings = {}, ...rest } = branding;
  const words = Object.entries(strings).filter(([, text]) => text.trim() !== '');
  return {
    ...edit,
    allowedOrigins: linesOf(allowedOrigins),
    ...(siteLogin && { siteLogin: loginRequest(siteLogin) }),
    ...(linesOf(agentGroups).length > 0 && { agentGroups: linesOf(agentGroups) }),
    branding: {
      ...rest,
      ...(linesOf(suggestions).length > 0 && { suggestions: linesOf(suggestions) }),
      ...(words.length > 0 && { strings: Object.fromEntries(words) }),
    },
  };
}

function loginRequest({ claims = [], ...login }: SiteLogin): SiteLogin {
  return { ...login, ...(linesOf(claims).length > 0 && { claims: linesOf(claims) }) };
}

/** Converts an empty string to undefined. */
export const emptyToUndefined = (text: string): string | undefined => (text === '' ? undefined : text);
