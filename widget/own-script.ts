/**
 * The tag that this script came with, or undefined, which the console is told. A module has no `document.currentScript`: it
 * takes the first module tag with such an address.
 */
export const ownScript = (): HTMLScriptElement | undefined => {
  const own = document.currentScript ?? document.querySelector('script[type=module][src*="/widget.js"]');
  if (own instanceof HTMLScriptElement) return own;
  console.warn('Chat: no script tag');
  return undefined;
};
