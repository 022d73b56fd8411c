/** The script's URL and the site owner's options. Options of the tag override those of the page. */
export interface OwnScript {
  src: string;
  dataset: Readonly<Record<string, string | undefined>>;
}

/**
 * Finds the script's tag. Modules and evaluated scripts have no `document.currentScript`, so their tag is
 * found by `isOurs`, by default by the URL from which the script was served. That URL is used if there is no
 * tag.
 */
export const ownScript = (isOurs = (src: string) => src.startsWith(SCRIPT_ADDRESS)): OwnScript => {
  const { currentScript, scripts } = document;
  const tag =
    currentScript instanceof HTMLScriptElement && currentScript.src
      ? currentScript
      : [...scripts].find(({ src }) => isOurs(src));
  const options = Object.entries(Object.assign({}, window.chatWidgetSettings, tag?.dataset));
  return {
    src: tag?.src ?? SCRIPT_ADDRESS,
    dataset: Object.fromEntries(options.map(([name, value]) => [name, String(value)])),
  };
};
