/** The fragment of a link in an e-mail (src/domain/email/conversation-page.ts). */
const FRAGMENT = '#chat-link=';

/**
 * Takes the token of such a link from the page's address, where neither the page's history nor a copy of the
 * address must keep it; undefined without one.
 */
export const takeLink = (): string | undefined => {
  const [page, link] = location.href.split(FRAGMENT);
  if (link) history.replaceState(history.state, '', page);
  return link;
};
