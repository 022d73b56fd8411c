/**
 * The script's own tag, or undefined, which is logged to the console. A module has no
 * `document.currentScript`: it takes the first module tag with such a URL.
 */
export const ownScript = (): HTMLScriptElement | undefined => {
  const own = document.currentScript ?? document.querySelector('[type=module][src*="/widget.js"]');
  if (own instanceof HTMLScriptElement) return own;
  console.warn('no script');
  return undefined;
};
