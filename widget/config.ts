import { ICONS } from './dom.ts';
import type { Tell } from './embedder.ts';
import { safeLink } from './safe-link.ts';

/** The site owner's options on the script tag. */
export interface Config {
  /** The base URL of the service's endpoints; ends with a slash. */
  base: string;
  title: string;
  /** Empty: the widget's default, in the visitor's language. */
  greeting: string;
  suggestions: readonly string[];
  left: boolean;
  /** Empty: the page's language. */
  locale: string | undefined;
  /** The path of the launcher's icon. */
  icon: string;
  hidden: boolean;
  /** Empty: no link. */
  privacyUrl: string;
  /** Visitors may send files. */
  files: boolean;
  /** Of a registered widget. */
  id?: string;
  /** Of a registered widget: posts a message to the page around its frame. */
  tell?: Tell;
  /** Of a registered widget: the page has room for a wider panel. */
  room?: boolean;
  /** The token of the e-mail's link that led to this page, until it is exchanged. */
  link?: string | undefined;
}

/** A theme name as a CSS `color-scheme`; anything else follows the visitor's system. */
export const themeOf = (name?: string): string => (name === 'dark' || name === 'light' ? name : 'light dark');

/**
 * Applies the theme of the script tag to the widget's element. A token that the browser does not accept, or
 * a radius of more than 24 pixels, is reported and has its default.
 */
export const applyTheme = (
  tag: Readonly<Record<string, string | undefined>>,
  style: CSSStyleDeclaration,
): void => {
  style.colorScheme = themeOf(tag.theme);
  const token = (option: string, property = 'color', value = tag[option]) => {
    if (!value) return;
    if (CSS.supports(property, value) && !(Number(value) > 24)) {
      style.setProperty(`--chat-widget-${option}`, value);
    } else console.warn(`Ignored: data-${option}`, value);
  };
  token('color', undefined, tag.accent ?? tag.color);
  token('surface');
  token('text');
  token('font', 'font-family');
  token('radius', 'flex-grow');
};

/** Reads the script tag's URL and its `data-` attributes. Invalid values count as absent. */
export const readConfig = (source: string, data: Readonly<Record<string, string | undefined>>): Config => {
  const {
    title,
    greeting,
    suggestions = '',
    position,
    locale,
    hidden = 'false',
    privacyUrl = '',
    attachments,
  } = data;
  const line = (value = '') => value.trim().slice(0, 300);
  return {
    // A pinned script is in the folder of its release.
    base: new URL('.', source).href.replace(WIDGET_RELEASE, ''),
    title: line(title) || 'Chat',
    icon: data.launcherIcon ?? ICONS.chat,
    greeting: line(greeting),
    suggestions: suggestions.split('|').map(line).filter(Boolean).slice(0, 3),
    left: position === 'left',
    locale,
    hidden: hidden !== 'false',
    privacyUrl: safeLink(privacyUrl) ?? '',
    files: attachments === 'true',
  };
};
