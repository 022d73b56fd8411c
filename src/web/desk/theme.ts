/** `contrast` is the high contrast of Teams; a system's own is the browser's business. */
export type Theme = 'light' | 'dark' | 'contrast';

/** Dresses the page; undefined follows the system. */
export function wear(theme: Theme | undefined): void {
  if (theme === undefined) delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}
