import { fromOklch, luminance, toOklch } from './oklch.ts';
import type { ThemeName, ThemeTokens } from './records/theme.ts';

/** Font families of the system: a frame cannot use the fonts of the page around it. */
export const FONTS = ['system', 'serif', 'rounded', 'mono'] as const;

/** The pictures that the launcher can show. */
export const LAUNCHER_ICONS = ['chat', 'dots', 'question', 'smile', 'person', 'headset'] as const;

/** The largest radius, in pixels: the corners of the panel still clear its text. */
export const MAX_RADIUS = 24;

/** The light look of a widget, or its dark one. */
export type Scheme = 'light' | 'dark';

/** The accent of a widget without one (widget/shell.css has the same). */
export const DEFAULT_ACCENT = '#2f5bea';

/** The radius of a panel without one, in pixels (widget/shell.css has the same). */
export const DEFAULT_RADIUS = 12;

/** The surface of a widget without one (widget/shell.css has the same). */
export const DEFAULT_SURFACE: Record<Scheme, string> = { light: '#ffffff', dark: '#14171d' };

/** The text of a widget without one (widget/widget.css has the same). */
export const DEFAULT_TEXT: Record<Scheme, string> = { light: '#14171d', dark: '#ffffff' };

/** The widget's own colors of small text and of failures (widget/shell.css has the same). */
export const QUIET: Record<Scheme, string> = { light: '#556677', dark: '#aabbcc' };
export const BAD: Record<Scheme, string> = { light: '#bb2211', dark: '#ff9999' };

/** The families of each font, the first one that the system has counts. */
export const FONT_STACKS: Record<NonNullable<ThemeTokens['font']>, string> = {
  system: 'system-ui',
  serif: "ui-serif,Charter,'Bitstream Charter',Cambria,Georgia,serif",
  rounded: "ui-rounded,'Hiragino Maru Gothic ProN',Quicksand,'Arial Rounded MT Bold',Calibri,system-ui",
  mono: "ui-monospace,'SF Mono','Cascadia Code',Consolas,'Liberation Mono',monospace",
};

const BUBBLE = 'M7.9 20A9 9 0 1 0 4 16.1L2 22Z';

/** The paths of the launcher's icons, after Lucide (ISC license), 24 units wide. */
export const LAUNCHER_PATHS: Record<(typeof LAUNCHER_ICONS)[number], string> = {
  chat: BUBBLE,
  dots: `${BUBBLE}M8 12h.01m4 0h.01m4 0h.01`,
  question: `${BUBBLE}M9.1 9a3 3 0 0 1 5.8 1c0 2-3 3-3 3m0 4h.01`,
  smile: `${BUBBLE}M8 13.5a4.5 4.5 0 0 0 8 0M9.5 9h.01m5 0h.01`,
  person: 'M5 20a7 7 0 0 1 14 0M12 3a4 4 0 1 0 .1 0',
  headset:
    'M3 14h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-7a9 9 0 0 1 18 0v7a2 2 0 0 1-2 2h-1a2 2 0 0 1-2-2v-3a2 2 0 0 1 2-2h3',
};

/** Whether a widget of a theme can be light, dark, or both. */
export function schemesOf(theme: ThemeName = 'auto'): readonly [Scheme, ...Scheme[]] {
  return theme === 'auto' ? ['light', 'dark'] : [theme];
}

/**
 * The surface as a scheme shows it: with its hue, and as light or dark, and as pale, as every other color of
 * the widget needs to be read on it. A light surface has its exact color in the light scheme, a dark one in
 * the dark scheme.
 */
export function shownSurface(surface: string, scheme: Scheme): string {
  const { lightness, chroma, hue } = toOklch(surface);
  const light = scheme === 'light';
  const shown = light ? Math.max(lightness, 0.96) : Math.min(lightness, 0.22);
  if (shown === lightness && chroma <= 0.04) return surface.toLowerCase();
  return fromOklch({ lightness: shown, chroma: Math.min(chroma, 0.04), hue });
}

/** A text or an accent as a scheme shows it on a surface: as dark, or as light, as it must be to be read. */
export function shownText(text: string, scheme: Scheme): string {
  const { lightness, chroma, hue } = toOklch(text);
  const shown = scheme === 'light' ? Math.min(lightness, 0.45) : Math.max(lightness, 0.8);
  return shown === lightness ? text.toLowerCase() : fromOklch({ lightness: shown, chroma, hue });
}

/** Black or white, the more readable one: at a luminance of 0.18 both have a contrast of 4.5. */
export function inkOn(accent: string): string {
  return luminance(accent) < 0.18 ? '#ffffff' : '#000000';
}

/** The look that the script and the frame page apply to a registered widget. */
export interface ThemeLook {
  /** CSS declarations for the widget's own element. */
  look: string;
  /** The path of the launcher's icon; without one, the default. */
  icon?: string;
}

/**
 * The tokens of a widget as CSS. Its second file makes the shades of surface and text that are shown
 * (widget/second-file/style.css); until it is loaded, a light widget has what is sent here.
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
