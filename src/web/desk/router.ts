import type { Route } from '../ui/route.ts';
import { href, useRoute } from '../ui/router.ts';

const SESSION_ID = /^[\da-f-]{36}$/i;

/** The URL of a conversation. */
export const conversationHref = (sessionId: string): string => href(['c', sessionId]);
export const LIST_HREF = href([]);
/** The report on closed chats. */
export const REPORT_HREF = href(['closed-chats']);

/** The link in the URL, as a card in Teams has it; undefined where there is none. */
export const linkIn = (hash: string): string | undefined => /^#\/l\/([\w.-]+)$/.exec(hash)?.[1];
export const linkHref = (link: string): string => href(['l', link]);

/** What the URL names: a conversation, the report, a link that could not be opened, or none of them. */
interface DeskRoute {
  openId: string | undefined;
  showsReport: boolean;
  isExpired: boolean;
}

export function deskRoute({ path: [page, id = ''] }: Route): DeskRoute {
  return {
    openId: page === 'c' && SESSION_ID.test(id) ? id.toLowerCase() : undefined,
    showsReport: page === 'closed-chats',
    isExpired: page === 'l',
  };
}

export const useDeskRoute = (): DeskRoute => deskRoute(useRoute());
