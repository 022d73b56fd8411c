/**
 * The address of the script, and the site owner's options: those of the tag come before those of the page.
 */
export interface OwnScript {
  src: string;
  dataset: Readonly<Record<string, string | undefined>>;
}

/**
 * The script's own tag. A module, and a script that is evaluated, has no `document.currentScript`: its tag is
 * the one that `isOurs`, by default of the address that it was served from, which is used without a tag too.
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
