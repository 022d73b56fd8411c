import { ACCENT, themeOf } from './config.ts';
import { loose, text, type Loose } from './model.ts';

/** What the script and the page of a registered widget both show, as the service put it into its script and its frame page (src/wire/visitor-token.ts). */
export interface Face {
  title: string;
  color: string;
  /** A CSS `color-scheme`. */
  theme: string;
  left: boolean;
  /** A data URL; empty where there is none. */
  logo: string;
  /** The site's own words, by the English ones. */
  strings: Loose;
}

/** The face of a widget, with what its branding leaves open. */
export const readFace = (branding: unknown): Face => {
  const own = loose(branding);
  return {
    title: text(own.title) || 'Chat',
    color: text(own.color) || ACCENT,
    theme: themeOf(text(own.theme)),
    left: own.corner === 'left',
    logo: text(own.logo),
    strings: loose(own.strings),
  };
};
