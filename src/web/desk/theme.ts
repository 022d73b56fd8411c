/** `contrast` is the high contrast of Teams; the system's own is handled by the browser. */
export type Theme = 'light' | 'dark' | 'contrast';

/** Applies a theme; undefined follows the system. */
export function applyTheme(theme: Theme | undefined): void {
  if (theme === undefined) delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}
