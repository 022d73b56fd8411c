import { safeLink } from './markdown.ts';

/** What the site owner chose on the script tag. */
export interface Config {
  /** Where the service's endpoints are; ends with a slash. */
  base: string;
  title: string;
  color: string;
  /** Empty: the widget's own, in the visitor's language. */
  greeting: string;
  suggestions: readonly string[];
  left: boolean;
  /** Empty: the page's language. */
  locale: string;
  /** A CSS `color-scheme`. */
  theme: string;
  hidden: boolean;
  /** Empty: no link. */
  privacyUrl: string;
}

/** The colour where none was chosen. */
export const ACCENT = '#2f5bea';

/** A theme by its name, as a CSS `color-scheme`; anything else follows the visitor's system. */
export const themeOf = (name?: string): string => (name === 'dark' || name === 'light' ? name : 'light dark');

/**
 * Reads the script tag's address and its `data-` attributes. What is not valid is as if it were not there. `isColor` knows
 * what the browser takes for a colour.
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
    locale = '',
    theme,
    hidden = 'false',
    privacyUrl = '',
  } = data;
  const line = (value = '') => value.trim().slice(0, 300);
  return {
    base: new URL('.', source).href,
    title: line(title) || 'Chat',
    color: isColor(color) ? color : ACCENT,
    greeting: line(greeting),
    suggestions: suggestions.split('|').map(line).filter(Boolean).slice(0, 3),
    left: position === 'left',
    locale,
    theme: themeOf(theme),
    hidden: hidden !== 'false',
    privacyUrl: (privacyUrl && safeLink(privacyUrl)) ?? '',
  };
};
