import { safeLink } from './markdown.ts';

/** The site owner's options on the script tag. */
export interface Config {
  /** The base URL of the service's endpoints; ends with a slash. */
  base: string;
  title: string;
  color: string;
  /** Empty: the widget's default, in the visitor's language. */
  greeting: string;
  suggestions: readonly string[];
  left: boolean;
  /** Empty: the page's language. */
  locale: string | undefined;
  /** A CSS `color-scheme`. */
  theme: string;
  hidden: boolean;
  /** Empty: no link. */
  privacyUrl: string;
  /** Visitors may send files. */
  files: boolean;
  /** Of a registered widget. */
  id?: string;
}

/** The default color. */
export const ACCENT = '#2f5bea';

/** A theme name as a CSS `color-scheme`; anything else follows the visitor's system. */
export const themeOf = (name?: string): string => (name === 'dark' || name === 'light' ? name : 'light dark');

/**
 * Reads the script tag's URL and its `data-` attributes. Invalid values count as absent. `isColor` knows
 * which colors the browser accepts.
 */
export const readConfig = (
  source: string,
  data: Readonly<Record<string, string | undefined>>,
  isColor: (color: string) => boolean,
): Config => {
  const {
    title,
    color = '',
    greeting,
    suggestions = '',
    position,
    locale,
    theme,
    hidden = 'false',
    privacyUrl = '',
    attachments,
  } = data;
  const line = (value = '') => value.trim().slice(0, 300);
  return {
    // A pinned script is in the folder of its release.
    base: new URL('.', source).href.replace(WIDGET_RELEASE, ''),
    title: line(title) || 'Chat',
    color: isColor(color) ? color : ACCENT,
    greeting: line(greeting),
    suggestions: suggestions.split('|').map(line).filter(Boolean).slice(0, 3),
    left: position === 'left',
    locale,
    theme: themeOf(theme),
    hidden: hidden !== 'false',
    privacyUrl: safeLink(privacyUrl) ?? '',
    files: attachments === 'true',
  };
};
