/**
 * The prefix of the fragment of the frame's URL if the script of the page created the frame. The URL of the
 * embedding page follows. Without it the frame is a standalone page that is always open.
 */
export const LOADED = '#script';

/** The URL of this page without query and fragment. */
export const pageAddress = () => location.origin + location.pathname;

/** The page and language of a conversation, in the service's format. */
export const surroundings = () => ({
  pageUrl: (location.hash.split(`${LOADED}=`)[1] ?? pageAddress()).slice(0, 2000),
  // Some browsers report no language: without a system setting, WebKitGTK reports `C`.
  locale: /^[a-z]{2,3}(-[a-z\d]{1,8}){0,4}$/i.exec(navigator.language)?.[0],
});
