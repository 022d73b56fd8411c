/** `contrast` is Teams' high-contrast theme. The browser handles the system's high contrast. */
export type Theme = 'light' | 'dark' | 'contrast';

/** Applies a theme. Undefined follows the system. */
export function applyTheme(theme: Theme | undefined): void {
  if (theme === undefined) delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}
