import { useEffect, useState } from 'preact/hooks';

const CONVERSATION = /^#\/c\/([\da-f-]{36})$/i;

/**
 * The URL of a conversation inside the page. It is in the fragment, which browsers do not send: a
 * conversation's id gives access to it and must not be in a server's log.
 */
export const conversationHref = (sessionId: string): string => `#/c/${sessionId}`;
export const LIST_HREF = '#/';
/** The closed-chats report. */
export const REPORT_HREF = '#/closed-chats';

const openIn = (hash: string) => CONVERSATION.exec(hash)?.[1]?.toLowerCase();

/** The route in the URL: a conversation, the report, or neither. */
export function usePlace(): { openId: string | undefined; showsReport: boolean } {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const moved = () => setHash(location.hash);
    window.addEventListener('hashchange', moved);
    return () => window.removeEventListener('hashchange', moved);
  }, []);
  return { openId: openIn(hash), showsReport: hash === REPORT_HREF };
}

export function go(href: string): void {
  location.hash = href;
}
