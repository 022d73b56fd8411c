/**
 * Begins the fragment of the frame's URL where the loader has made the frame; the address of the embedding
 * page follows. Without it the frame is a separate page, and always open.
 */
export const LOADED = '#script';

/** The address of this page, without its query and fragment. */
export const pageAddress = () => location.origin + location.pathname;

/** The page and the language of a conversation, in the form that the service takes. */
export const surroundings = () => ({
  pageUrl: (location.hash.split(`${LOADED}=`)[1] ?? pageAddress()).slice(0, 2e3),
  // Not every browser names a language: if the system has no setting, WebKitGTK reports `C`.
  locale: /^[a-z]{2,3}(-[a-z\d]{1,8}){0,4}$/i.exec(navigator.language)?.[0],
});
