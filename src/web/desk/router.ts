import { useEffect, useState } from 'preact/hooks';

const CONVERSATION = /^#\/c\/([\da-f-]{36})$/i;

/**
 * The address of a conversation inside the page. It lives behind the `#`, which browsers send to nobody: the id of a
 * conversation opens it, and belongs in no server's log.
 */
export const conversationHref = (sessionId: string): string => `#/c/${sessionId}`;
export const LIST_HREF = '#/';
/** The report on closed chats. */
export const REPORT_HREF = '#/closed-chats';

const openIn = (hash: string) => CONVERSATION.exec(hash)?.[1]?.toLowerCase();

/** What the address names: a conversation, the report, or neither. */
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
