import { isLoopbackHost } from '../../lib/ip-address.ts';
import type { SessionRecord } from '../../conversations/records/session.ts';

/** The name of the URL fragment that opens a conversation on its page. */
export const LINK_FRAGMENT = 'chat-link';

/**
 * The page of a conversation, without fragment; undefined if it is unknown or not trusted. The visitor's
 * browser sends the page, so it must belong to the recorded origin or to the widget's primary domain. If any
 * site may embed the chat, no origin is recorded.
 */
export function conversationPage({ pageUrl, origin, widget }: SessionRecord): URL | undefined {
  if (pageUrl === undefined || !URL.canParse(pageUrl)) return undefined;
  const page = new URL(pageUrl);
  const { protocol, hostname } = page;
  const isWeb = protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));
  if (!isWeb || page.username !== '' || page.password !== '') return undefined;
  const isOfSite =
    origin !== undefined
      ? page.origin === origin
      : widget === undefined || isWithin(hostname, widget.primaryDomain) || isLoopbackHost(hostname);
  if (!isOfSite) return undefined;
  page.hash = '';
  return page;
}

const isWithin = (hostname: string, domain: string): boolean =>
  hostname === domain || hostname.endsWith(`.${domain}`);
