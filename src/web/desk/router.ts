import type { Route } from '../ui/route.ts';
import { href, useRoute } from '../ui/router.ts';

const SESSION_ID = /^[\da-f-]{36}$/i;

/** The URL of a conversation; with `seq` of one of its messages. */
export const conversationHref = (sessionId: string, seq?: number): string =>
  href(['c', sessionId], { at: seq });
export const LIST_HREF = href([]);
/** The URL of the closed-chats report. */
export const REPORT_HREF = href(['closed-chats']);

/** The link of a card in Teams, from the URL's fragment; undefined without a link. */
export const linkIn = (hash: string): string | undefined => /^#\/l\/([\w.-]+)$/.exec(hash)?.[1];
export const linkHref = (link: string): string => href(['l', link]);

/** The view in the URL: a conversation, the report, an expired link, or the list. */
interface DeskRoute {
  openId: string | undefined;
  /** The message to scroll to. */
  wantedSeq: number | undefined;
  showsReport: boolean;
  isExpired: boolean;
}

export function deskRoute({ path: [page, id = ''], query }: Route): DeskRoute {
  const at = /^\d{1,9}$/.exec(query.get('at') ?? '')?.[0];
  return {
    openId: page === 'c' && SESSION_ID.test(id) ? id.toLowerCase() : undefined,
    wantedSeq: at === undefined ? undefined : Number(at),
    showsReport: page === 'closed-chats',
    isExpired: page === 'l',
  };
}

export const useDeskRoute = (): DeskRoute => deskRoute(useRoute());
