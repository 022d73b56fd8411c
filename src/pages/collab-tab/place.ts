import { useEffect, useState } from 'preact/hooks';

const CONVERSATION = /^#\/c\/([\da-f-]{36})$/i;

/**
 * The address of a conversation inside the page. It lives behind the `#`, which browsers send to nobody: the id of a
 * conversation opens it, and belongs in no server's log.
 */
export const conversationHref = (sessionId: string): string => `#/c/${sessionId}`;
export const LIST_HREF = '#/';

const openIn = (hash: string) => CONVERSATION.exec(hash)?.[1]?.toLowerCase();

/** The conversation that the address names. */
export function useOpenId(): string | undefined {
  const [openId, setOpenId] = useState(() => openIn(location.hash));
  useEffect(() => {
    const moved = () => setOpenId(openIn(location.hash));
    window.addEventListener('hashchange', moved);
    return () => window.removeEventListener('hashchange', moved);
  }, []);
  return openId;
}

export function go(href: string): void {
  location.hash = href;
}
