import { href, useRoute } from '../ui/router.ts';

const SESSION_ID = /^[\da-f-]{36}$/i;

/** The URL of a conversation. */
export const conversationHref = (sessionId: string): string => href(['c', sessionId]);
export const LIST_HREF = href([]);
/** The report on closed chats. */
export const REPORT_HREF = href(['closed-chats']);

/** What the URL names: a conversation, the report, or neither. */
export function useDeskRoute(): { openId: string | undefined; showsReport: boolean } {
  const [page, id = ''] = useRoute().path;
  return {
    openId: page === 'c' && SESSION_ID.test(id) ? id.toLowerCase() : undefined,
    showsReport: page === 'closed-chats',
  };
}
