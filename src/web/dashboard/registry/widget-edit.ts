import type { Widget, WidgetEdit } from '../../../wire/widgets.ts';
import type { Saved } from '../draft.ts';
import { linesOf } from '../../ui/field.tsx';

/** A widget that nobody has filled in. */
export const BLANK_WIDGET: Saved<WidgetEdit> = {
  edit: { name: '', primaryDomain: '', allowedOrigins: [], branding: {} },
};

/** What of a widget can be edited. */
export function widgetSaved(widget: Widget): Saved<WidgetEdit> {
  const { name, primaryDomain, allowedOrigins, assistantId, signIn, branding = {}, etag } = widget;
  return { edit: { name, primaryDomain, allowedOrigins, assistantId, signIn, branding }, etag };
}

/** An edit as it is sent: without the empty lines of its lists, and without words that replace nothing. */
export function widgetSent({ branding = {}, allowedOrigins, ...edit }: WidgetEdit): WidgetEdit {
  const { suggestions = [], strings = {}, ...rest } = branding;
  const words = Object.entries(strings).filter(([, text]) => text.trim() !== '');
  return {
    ...edit,
    allowedOrigins: linesOf(allowedOrigins),
    branding: {
      ...rest,
      ...(linesOf(suggestions).length > 0 && { suggestions: linesOf(suggestions) }),
      ...(words.length > 0 && { strings: Object.fromEntries(words) }),
    },
  };
}

/** An empty text is none. */
export const orNone = (text: string): string | undefined => (text === '' ? undefined : text);
