import { ICONS } from '../dom.ts';

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

/** A text that is shown: without space around it, and not longer than 300 characters. */
export const shortText = (value = '') => value.trim().slice(0, 300);

/** Reads what the script of the page shows: from its URL and its options. Invalid values are ignored. */
export const readLook = (source: string, { title, launcherIcon, position }: Options) => ({
  // A pinned script is in its release's folder.
  base: new URL('.', source).href.replace(WIDGET_RELEASE, ''),
  title: shortText(title) || 'Chat',
  icon: launcherIcon || ICONS.chat,
  left: position === 'left',
});
