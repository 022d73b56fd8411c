import { contrast, toOklch } from '../../lib/oklch.ts';
import type { ThemeName, ThemeTokens } from '../records/theme.ts';
import {
  FAILURE_COLOR,
  DEFAULT_ACCENT,
  DEFAULT_SURFACE,
  SECONDARY_TEXT_COLOR,
  schemesOf,
  shownSurface,
  shownText,
  type Scheme,
} from './theme.ts';

/** A token that is adjusted for contrast, or that has little contrast. */
export interface ThemeWarning {
  token: 'color' | 'surface' | 'text';
  /** The contrast ratio, the adjustment and the advice. */
  sentence: string;
}

/** The minimum contrast of text, and of a part of a control (WCAG 2.2, 1.4.3 and 1.4.11). */
const TEXT_RATIO = 4.5;
const PART_RATIO = 3;

/** Rounded down, so that a ratio below the minimum is not shown as the minimum. */
const ratioText = (ratio: number) => `${(Math.floor(ratio * 10) / 10).toFixed(1)}:1`;

type ThemeChoice = ThemeTokens & { theme?: ThemeName | undefined };

/**
 * The contrast problems of a widget's theme. The chat stays readable: `shownSurface` and `shownText` make
 * colors lighter or darker, and the accent has an outline.
 */
export function themeWarnings(choice: ThemeChoice): ThemeWarning[] {
  const own = schemeOf(choice);
  return [...surfaceWarnings(choice, own), ...textWarnings(choice, own), ...accentWarnings(choice)];
}

/** The scheme for which surface and text were chosen; in the other scheme, adjusted shades are shown. */
function schemeOf({ theme, surface, text }: ThemeChoice): Scheme {
  const isDark = surface === undefined ? text !== undefined && !isDarkColor(text) : isDarkColor(surface);
  return theme === 'dark' && isDark ? 'dark' : 'light';
}

const isDarkColor = (color: string) => toOklch(color).lightness < 0.5;

function surfaceWarnings(
  { surface, theme, color = DEFAULT_ACCENT }: ThemeChoice,
  own: Scheme,
): ThemeWarning[] {
  if (surface === undefined) return [];
  const shown = shownSurface(surface, own);
  if (shown === surface.toLowerCase()) return [];
  const ratio = Math.min(
    ...[SECONDARY_TEXT_COLOR[own], FAILURE_COLOR[own], shownText(color, own)].map((it) =>
      contrast(it, surface),
    ),
  );
  const problem =
    ratio < TEXT_RATIO
      ? `Links and notes have a contrast of ${ratioText(ratio)} on this surface and need ${TEXT_RATIO}:1.`
      : `Text of some colors cannot be read on this surface.`;
  const change =
    own === 'dark'
      ? 'Choose a darker or grayer color'
      : `Choose a lighter or grayer color${isDarkColor(surface) && theme !== 'dark' ? ', or the dark theme' : ''}`;
  return [{ token: 'surface', sentence: `${problem} ${change}; until then it is shown as ${shown}.` }];
}

function textWarnings({ text, surface }: ThemeChoice, own: Scheme): ThemeWarning[] {
  if (text === undefined) return [];
  const ratio = contrast(text, shownSurface(surface ?? DEFAULT_SURFACE[own], own));
  if (ratio >= TEXT_RATIO) return [];
  const problem = `The text has a contrast of ${ratioText(ratio)} on the surface and needs ${TEXT_RATIO}:1.`;
  const change = `Choose a ${own === 'dark' ? 'lighter' : 'darker'} color`;
  const shown = shownText(text, own);
  return [{ token: 'text', sentence: `${problem} ${change}; until then it is shown as ${shown}.` }];
}

function accentWarnings({ color = DEFAULT_ACCENT, surface, theme }: ThemeChoice): ThemeWarning[] {
  return schemesOf(theme).flatMap((scheme) => {
    const ratio = contrast(color, shownSurface(surface ?? DEFAULT_SURFACE[scheme], scheme));
    if (ratio >= PART_RATIO) return [];
    const problem = `In the ${scheme} theme the accent has a contrast of ${ratioText(ratio)} with the surface and needs ${PART_RATIO}:1.`;
    const change = `Choose a ${scheme === 'light' ? 'darker' : 'lighter'} color`;
    return [{ token: 'color', sentence: `${problem} ${change}; until then buttons have an outline.` }];
  });
}
