import type { DefaultWidget } from '../records/default-widget.ts';
import { DEFAULT_ACCENT, FONT_STACKS, LAUNCHER_PATHS } from './theme.ts';

/** The options of the script tag, by their names in `dataset` (docs/embed.md, Attributes). */
export type TagOptions = Readonly<Record<string, string>>;

export const DEFAULT_TITLE = 'Chat';

/** The languages of the chat, those of `widget/locales/` and English. */
export const CHAT_LANGUAGES = [
  'ar',
  'de',
  'en',
  'es',
  'fr',
  'he',
  'hi',
  'it',
  'ja',
  'ko',
  'nl',
  'pl',
  'pt',
  'tr',
  'zh',
] as const;

/** The default widget as options of the tag, in the order of docs/embed.md. */
export function tagOptions({ branding = {}, locale, attachments }: Partial<DefaultWidget>): TagOptions {
  const { title, color, surface, text, radius, font, launcherIcon } = branding;
  const { greeting, suggestions, corner, theme, privacyUrl } = branding;
  const options = {
    title,
    color,
    surface,
    text,
    radius: radius?.toString(),
    font: font && FONT_STACKS[font],
    launcherIcon: launcherIcon && LAUNCHER_PATHS[launcherIcon],
    greeting,
    suggestions: suggestions?.join('|'),
    position: corner,
    locale,
    theme,
    privacyUrl,
    attachments: attachments ? 'true' : undefined,
  };
  return Object.fromEntries(
    Object.entries(options).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
}

/**
 * Every option of a tag, so that it does not depend on the stored default widget: for a pinned script, which
 * has no stored options, and for the preview of changes.
 */
export function completeOptions(widget: Partial<DefaultWidget>): TagOptions {
  return {
    ...EMPTY_OPTIONS,
    ...tagOptions({
      ...widget,
      branding: { title: DEFAULT_TITLE, color: DEFAULT_ACCENT, ...widget.branding },
    }),
  };
}

/** An empty option counts as missing. */
const EMPTY_OPTIONS: TagOptions = Object.fromEntries(
  ['surface', 'text', 'radius', 'font', 'launcherIcon', 'greeting', 'suggestions', 'position', 'locale']
    .concat('theme', 'privacyUrl', 'attachments')
    .map((name) => [name, '']),
);
