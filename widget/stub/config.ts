import { ICONS } from '../dom.ts';
import type { PostToPage } from '../frame/embedder.ts';
import { safeLink } from '../safe-link.ts';

/** The site owner's options on the script tag. */
export interface Config {
  /** The base URL of the service's endpoints, with a slash at the end. */
  base: string;
  title: string;
  /** Empty: the default greeting in the visitor's language. */
  greeting: string;
  suggestions: readonly string[];
  /** Empty: no link. */
  privacyUrl: string;
  /** Whether visitors can send files. */
  files: boolean;
  /** The id of a registered widget. */
  id?: string;
  /** Posts a message to the page around a registered widget's frame. */
  tell?: PostToPage;
  /** Of a registered widget: the page has room for a wider panel. */
  room?: boolean;
  /** A signed-in visitor's name and verified address, which no form asks for. */
  known?: { name: string; email: string };
  /** The token of an e-mail's link that led to this page, until it is exchanged. */
  link?: string | undefined;
}

/** The `color-scheme` for a theme name. Other names follow the visitor's system. */
export const themeOf = (name?: string): string => (name === 'dark' || name === 'light' ? name : 'light dark');

/**
 * Applies the script tag's theme to the widget's element. A color that the browser does not accept, or a
 * radius above 24 pixels, is reported and replaced by its default.
 */
export const applyTheme = (tag: Options, style: CSSStyleDeclaration): void => {
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

/** The options of the script tag, by the names of their `data-` attributes in camel case. */
export type Options = Readonly<Record<string, string | undefined>>;

const line = (value = '') => value.trim().slice(0, 300);

/** Reads what the script of the page shows: from its URL and its options. Invalid values are ignored. */
export const readLook = (source: string, { title, launcherIcon, position }: Options) => ({
  // A pinned script is in its release's folder.
  base: new URL('.', source).href.replace(WIDGET_RELEASE, ''),
  title: line(title) || 'Chat',
  icon: launcherIcon || ICONS.chat,
  left: position === 'left',
});

/** Reads what the panel shows. Invalid values are ignored. */
export const readContent = (data: Options) => {
  const { greeting, suggestions = '', privacyUrl = '', attachments } = data;
  return {
    greeting: line(greeting),
    suggestions: suggestions.split('|').map(line).filter(Boolean).slice(0, 3),
    privacyUrl: safeLink(privacyUrl) ?? '',
    files: attachments === 'true',
  };
};
