import * as z from 'zod/mini';
import { FONTS, LAUNCHER_ICONS, MAX_RADIUS } from '../rules/theme.ts';

const color = () => z.string().check(z.regex(/^#[0-9a-f]{6}$/i, 'must be a color such as #0f766e'));

const WHOLE_PIXELS = `must be a whole number from 0 to ${MAX_RADIUS}`;

/** The theme of a widget; absent tokens have the defaults of `widgets/rules/theme.ts`. */
export const ThemeTokens = z.object({
  /** The accent color (`data-color` of the tag): header, launcher and visitor's messages. */
  color: z.optional(color()),
  /** The background color of the conversation. */
  surface: z.optional(color()),
  /** The text color of the conversation. */
  text: z.optional(color()),
  /** The corner radius of the panel, in pixels; other parts derive theirs from it. */
  radius: z.optional(
    z.int(WHOLE_PIXELS).check(z.minimum(0, WHOLE_PIXELS), z.maximum(MAX_RADIUS, WHOLE_PIXELS)),
  ),
  font: z.optional(z.enum(FONTS)),
  launcherIcon: z.optional(z.enum(LAUNCHER_ICONS)),
});
export type ThemeTokens = z.output<typeof ThemeTokens>;

/** The color scheme of the widget; `auto` follows the visitor's system. */
export const ThemeName = z.enum(['light', 'dark', 'auto']);
export type ThemeName = z.output<typeof ThemeName>;
