/** The script's URL and the site owner's options. Options of the tag override those of the page. */
export interface OwnScript {
  src: string;
  dataset: Readonly<Record<string, string | undefined>>;
  /** The nonce of the page's Content-Security-Policy; empty without one. */
  nonce: string;
}

/**
 * Finds the script's tag. Modules and evaluated scripts have no `document.currentScript`, so their tag is
 * found by `isOurs`, by default by the URL from which the script was served. That URL is used if there is no
 * tag. `options` are those of the service, which the page and the tag override.
 */
export const ownScript = (
  isOurs = (src: string) => src.startsWith(SCRIPT_ADDRESS),
  options: Record<string, string> = {},
): OwnScript => {
  const { currentScript, scripts } = document;
  const tag =
    currentScript && 'src' in currentScript && currentScript.src
      ? currentScript
      : [...scripts].find(({ src }) => isOurs(src));
  for (const [name, value] of Object.entries(Object.assign({}, window.chatWidgetSettings, tag?.dataset))) {
    options[name] = String(value);
  }
  // A policy has the same nonce for all scripts of the page. That of a tag manager can be without it.
  const nonce = tag?.nonce || (document.querySelector<HTMLElement>('script[nonce]')?.nonce ?? '');
  return { src: tag?.src ?? SCRIPT_ADDRESS, dataset: options, nonce };
};
