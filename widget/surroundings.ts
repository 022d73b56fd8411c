/** Where a conversation is held and in which language, as the service takes it. */
export const surroundings = () => ({
  pageUrl: (location.origin + location.pathname).slice(0, 2e3),
  // Not every browser names a language: where the system has none, WebKitGTK says `C`.
  locale: /^[a-z]{2,3}(-[a-z\d]{1,8}){0,4}$/i.exec(navigator.language)?.[0],
});
