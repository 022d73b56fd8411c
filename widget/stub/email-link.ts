/** The fragment of a link in an e-mail (src/email/rules/conversation-page.ts). */
const FRAGMENT = '#chat-link=';

/**
 * Takes the token of such a link and removes it from the page's URL, so that neither history nor copied URLs
 * contain it. Undefined without a token.
 */
export const takeLink = (): string | undefined => {
  const [page, link] = location.href.split(FRAGMENT);
  if (link) history.replaceState(history.state, '', page);
  return link;
};
