import * as z from 'zod/mini';
import { FONTS, LAUNCHER_ICONS, MAX_RADIUS } from '../theme.ts';

const color = () => z.string().check(z.regex(/^#[0-9a-f]{6}$/i, 'must be a color such as #0f766e'));

const WHOLE_PIXELS = `must be a whole number from 0 to ${MAX_RADIUS}`;

/** The six tokens that make the look of a widget; each one that is absent has its default. */
export const ThemeTokens = z.object({
  /** The accent (`data-color` of the tag): the header, the launcher and what the visitor writes. */
  color: z.optional(color()),
  /** The background of the conversation. */
  surface: z.optional(color()),
  /** The words of the conversation. */
  text: z.optional(color()),
  /** Of the panel, in pixels; smaller and larger parts follow it. */
  radius: z.optional(
    z.int(WHOLE_PIXELS).check(z.minimum(0, WHOLE_PIXELS), z.maximum(MAX_RADIUS, WHOLE_PIXELS)),
  ),
  font: z.optional(z.enum(FONTS)),
  launcherIcon: z.optional(z.enum(LAUNCHER_ICONS)),
});
export type ThemeTokens = z.output<typeof ThemeTokens>;

/** Whether the widget is light, dark, or as the visitor's system is. */
export const ThemeName = z.enum(['light', 'dark', 'auto']);
export type ThemeName = z.output<typeof ThemeName>;
