import { fromOklch, toOklch } from '../../lib/oklch.ts';
import type { ThemeName, ThemeTokens } from '../records/theme.ts';

/** System font families; a frame cannot use the fonts of the embedding page. */
export const FONTS = ['system', 'serif', 'rounded', 'mono'] as const;

export const LAUNCHER_ICONS = ['chat', 'dots', 'question', 'smile', 'person', 'headset'] as const;

/** The maximum radius, in pixels; larger corners would cut the text of the panel. */
export const MAX_RADIUS = 24;

export type Scheme = 'light' | 'dark';

/** The default accent (the same as in widget/shell.css). */
export const DEFAULT_ACCENT = '#2f5bea';

/** The default radius of the panel, in pixels (the same as in widget/shell.css). */
export const DEFAULT_RADIUS = 12;

/** The default surface (the same as in widget/shell.css). */
export const DEFAULT_SURFACE: Record<Scheme, string> = { light: '#ffffff', dark: '#14171d' };

/** The default text color (the same as in widget/widget.css). */
export const DEFAULT_TEXT: Record<Scheme, string> = { light: '#14171d', dark: '#ffffff' };

/** The colors of secondary text and of failures (the same as in widget/shell.css). */
export const SECONDARY_TEXT_COLOR: Record<Scheme, string> = { light: '#556677', dark: '#aabbcc' };
export const FAILURE_COLOR: Record<Scheme, string> = { light: '#bb2211', dark: '#ff9999' };

/** The CSS font families of each font. */
export const FONT_STACKS: Record<NonNullable<ThemeTokens['font']>, string> = {
  system: 'system-ui',
  serif: "ui-serif,Charter,'Bitstream Charter',Cambria,Georgia,serif",
  rounded: "ui-rounded,'Hiragino Maru Gothic ProN',Quicksand,'Arial Rounded MT Bold',Calibri,system-ui",
  mono: "ui-monospace,'SF Mono','Cascadia Code',Consolas,'Liberation Mono',monospace",
};

const BUBBLE = 'M7.9 20A9 9 0 1 0 4 16.1L2 22Z';

/** The SVG paths of the launcher's icons, based on Lucide (ISC license), in a 24 × 24 box. */
export const LAUNCHER_PATHS: Record<(typeof LAUNCHER_ICONS)[number], string> = {
  chat: BUBBLE,
  dots: `${BUBBLE}M8 12h.01m4 0h.01m4 0h.01`,
  question: `${BUBBLE}M9.1 9a3 3 0 0 1 5.8 1c0 2-3 3-3 3m0 4h.01`,
  smile: `${BUBBLE}M8 13.5a4.5 4.5 0 0 0 8 0M9.5 9h.01m5 0h.01`,
  person: 'M5 20a7 7 0 0 1 14 0M12 3a4 4 0 1 0 .1 0',
  headset:
    'M3 14h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-7a9 9 0 0 1 18 0v7a2 2 0 0 1-2 2h-1a2 2 0 0 1-2-2v-3a2 2 0 0 1 2-2h3',
};

/** The schemes in which a widget with this theme can be shown. */
export function schemesOf(theme: ThemeName = 'auto'): readonly [Scheme, ...Scheme[]] {
  return theme === 'auto' ? ['light', 'dark'] : [theme];
}

/**
 * The surface in a scheme: the same hue, with lightness and chroma adjusted so that all other colors have
 * enough contrast on it. A light surface is unchanged in the light scheme, a dark one in the dark scheme.
 */
export function shownSurface(surface: string, scheme: Scheme): string {
  const { lightness, chroma, hue } = toOklch(surface);
  const light = scheme === 'light';
  const shown = light ? Math.max(lightness, 0.96) : Math.min(lightness, 0.22);
  if (shown === lightness && chroma <= 0.04) return surface.toLowerCase();
  return fromOklch({ lightness: shown, chroma: Math.min(chroma, 0.04), hue });
}

/**
 * A text color or an accent in a scheme: made darker or lighter until it has enough contrast on the surface.
 */
export function shownText(text: string, scheme: Scheme): string {
  const { lightness, chroma, hue } = toOklch(text);
  const shown = scheme === 'light' ? Math.min(lightness, 0.45) : Math.max(lightness, 0.8);
  return shown === lightness ? text.toLowerCase() : fromOklch({ lightness: shown, chroma, hue });
}

/** The theme of a registered widget in its script and its frame page. */
export interface ThemeLook {
  /** CSS declarations for the widget's element. */
  look: string;
  /** The SVG path of the launcher's icon; absent: the default. */
  icon?: string;
}

/**
 * The theme of a widget as CSS. Its panel computes the shown shades of surface and text
 * (widget/panel/more.css).
 */
export function themeLook(tokens: ThemeTokens & { theme?: ThemeName | undefined }): ThemeLook {
  const { color, surface, text, radius, font = 'system', launcherIcon = 'chat', theme } = tokens;
  const [scheme] = schemesOf(theme);
  const declarations = [
    `color-scheme:${schemesOf(theme).join(' ')}`,
    color !== undefined && `--chat-widget-color:${color}`,
    surface !== undefined && `--chat-widget-surface:${shownSurface(surface, scheme)}`,
    text !== undefined && `--chat-widget-text:${shownText(text, scheme)}`,
    radius !== undefined && `--chat-widget-radius:${radius}`,
    font !== 'system' && `--chat-widget-font:${FONT_STACKS[font]}`,
  ];
  return {
    look: declarations.filter(Boolean).join(';'),
    ...(launcherIcon !== 'chat' && { icon: LAUNCHER_PATHS[launcherIcon] }),
  };
}
